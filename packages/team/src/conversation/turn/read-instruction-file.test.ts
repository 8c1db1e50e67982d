import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { MAX_INSTRUCTION_FILE_BYTES, readInstructionFile } from './read-instruction-file.ts';

const folder = await mkdtemp(join(tmpdir(), 'ctx-instructions-'));
const read = (name: string) => readInstructionFile({ id: 'sarah', instructionFile: join(folder, name) });

describe('an instruction file', () => {
  it('is read in its current state, also through a link', async () => {
    await writeFile(join(folder, 'rules.md'), 'Rules: é漢🙂');
    await symlink(join(folder, 'rules.md'), join(folder, 'link.md'));
    expect(await read('rules.md')).toBe('Rules: é漢🙂');
    expect(await read('link.md')).toBe('Rules: é漢🙂');
    expect(await readInstructionFile({ id: 'sarah' })).toBeUndefined();
  });

  it('may be one megabyte, and not a byte more', async () => {
    await writeFile(join(folder, 'full.md'), 'x'.repeat(MAX_INSTRUCTION_FILE_BYTES));
    await writeFile(join(folder, 'large.md'), 'x'.repeat(MAX_INSTRUCTION_FILE_BYTES + 1));
    expect(await read('full.md')).toHaveLength(MAX_INSTRUCTION_FILE_BYTES);
    await expect(read('large.md')).rejects.toMatchObject({
      code: 'CTX_TEAM_FILE',
      message: `The instruction file ${join(folder, 'large.md')} of sarah cannot be read (it is larger than 1 MB).`,
    });
  });

  it.runIf(process.platform !== 'win32')('that is a pipe, a folder or a device is refused at once', async () => {
    execFileSync('mkfifo', [join(folder, 'pipe.md')]);
    await mkdir(join(folder, 'folder.md'));
    await symlink('/dev/zero', join(folder, 'zero.md'));
    for (const name of ['pipe.md', 'folder.md', 'zero.md']) {
      await expect(read(name)).rejects.toMatchObject({ message: expect.stringContaining('not a regular file') });
    }
  });

  it('that is missing is named in the error', async () => {
    await expect(read('none.md')).rejects.toThrow(/none\.md of sarah cannot be read \(ENOENT\)/);
  });

  it('is not waited for beyond the deadline', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const reading = read('rules.md');
    vi.advanceTimersByTime(5_000);
    vi.useRealTimers();
    await expect(reading).rejects.toThrow(/took longer than 5 s/);
  });
});
