import { chmod, mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundleChildren } from './__fixtures__/bundle-children.ts';

const NOBODY = 65_534;

describe('a folder without write permission', () => {
  let start: Awaited<ReturnType<typeof bundleChildren>>;
  beforeAll(async () => {
    start = await bundleChildren();
  });

  it('is refused with advice', async () => {
    const outer = await mkdtemp(join(tmpdir(), 'ctx-forbidden-'));
    await chmod(outer, 0o755);
    const directory = join(outer, 'sessions');
    await mkdir(directory);
    await chmod(directory, 0o555);
    // Root may write anywhere, so as root the program runs as the user nobody.
    const child = start(['open', directory, 's'], process.getuid?.() === 0 ? NOBODY : undefined);
    expect((await child.ended).code).toBe(1);
    expect(child.stderr()).toContain('CTX_STORE_FAILED');
    expect(child.stderr()).toContain('this user may not write there; choose another folder or change its permissions');
  });
});
