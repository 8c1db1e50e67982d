import { mkdtemp, open, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readLines } from './read-lines.ts';

async function linesOf(content: string, from: number, size: number) {
  const path = join(await mkdtemp(join(tmpdir(), 'ctx-lines-')), 'file');
  await writeFile(path, content);
  const handle = await open(path);
  const lines: [string, number, number, boolean][] = [];
  for await (const { bytes, start, end, terminated } of readLines(handle, from, size)) {
    lines.push([bytes.toString(), start, end, terminated]);
  }
  await handle.close();
  return lines;
}

describe('the lines of a file', () => {
  it('are read with their places, and the last one may lack its newline', async () => {
    expect(await linesOf('ab\n\nc', 0, 5)).toEqual([
      ['ab', 0, 3, true],
      ['', 3, 4, true],
      ['c', 4, 5, false],
    ]);
  });

  it('are read from one offset up to another, though the file goes on', async () => {
    expect(await linesOf('ab\ncd\nef\ngh\n', 3, 7)).toEqual([
      ['cd', 3, 6, true],
      ['e', 6, 7, false],
    ]);
  });

  it('end with the last newline, without an empty line after it', async () => {
    expect(await linesOf('ab\n', 0, 3)).toEqual([['ab', 0, 3, true]]);
  });

  it('end with the file, if it has become shorter', async () => {
    expect(await linesOf('ab\nc', 0, 1_000)).toEqual([
      ['ab', 0, 3, true],
      ['c', 3, 4, false],
    ]);
    expect(await linesOf('', 5, 1_000)).toEqual([]);
  });
});
