import { mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openInputHistory } from './input-history.ts';

const newFile = async () => join(await mkdtemp(join(tmpdir(), 'ctx-history-')), 'ctx', 'input-history.jsonl');

describe('the input history', () => {
  it('goes back and forth, and ends with the draft', async () => {
    const history = await openInputHistory(await newFile());
    for (const text of ['one', 'two\nlines', 'two\nlines', ' ']) history.add(text);
    expect([history.older('draft'), history.older(''), history.older('')]).toEqual(['two\nlines', 'one', undefined]);
    expect([history.newer(), history.newer(), history.newer()]).toEqual(['two\nlines', 'draft', undefined]);
  });

  it('is kept between sessions, in a private file', async () => {
    const file = await newFile();
    const first = await openInputHistory(file);
    first.add('one');
    first.add('two');
    await first.saved();
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await openInputHistory(file)).older('')).toBe('two');
  });

  it('does not keep very long texts', async () => {
    const file = await newFile();
    const history = await openInputHistory(file);
    history.add('x'.repeat(1_000_000));
    await history.saved();
    expect(history.older('')).toBeUndefined();
  });

  it('skips lines it cannot read, and has a limited size', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'ctx-history-')), 'history');
    const lines = Array.from({ length: 5_000 }, (_, index) => JSON.stringify(`text ${index}`));
    await writeFile(file, [...lines, '{"half'].join('\n'));
    const history = await openInputHistory(file);
    expect(history.older('')).toBe('text 4999');
    expect((await readFile(file, 'utf8')).trimEnd().split('\n')).toHaveLength(1_000);
  });

  it('keeps the texts of this chat if its file cannot be written', async () => {
    const history = await openInputHistory('/dev/null/nowhere/history');
    history.add('one');
    await history.saved();
    expect(history.older('')).toBe('one');
  });
});
