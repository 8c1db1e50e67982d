import type { FileChange, TrailEntry } from '@ctx/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deedsLine } from './deeds-line.ts';

const ran = (line: string, ended: TrailEntry['ended'] = 'ok'): TrailEntry => ({ tool: 'Bash', line, ended });
const file = (path: string, more: Partial<FileChange> = {}): FileChange => ({ path, status: 'modified', ...more });

describe('the line about what a member did', () => {
  it('lists changed files with their line counts, and commands', () => {
    const { deeds } = deedsLine('Max', [ran('npm test')], {
      files: [file('src/session.ts', { added: 3, removed: 1 })],
    });
    expect(deeds).toBe('Max changed src/session.ts +3 −1; ran npm test');
  });

  it('marks new and deleted files, and commands that failed or did not finish', () => {
    const files = [
      file('a', { status: 'added', added: 2 }),
      file('b', { status: 'deleted', removed: 9 }),
      file('c.png'),
    ];
    const { deeds } = deedsLine('Max', [ran('npm test', 'error'), ran('sleep 9', 'open')], { files });
    expect(deeds).toBe('Max changed a (new) +2, b (deleted), c.png; ran npm test (failed), sleep 9 (not finished)');
  });

  it('is missing when nothing was changed and nothing was run', () => {
    expect(deedsLine('Max', [{ tool: 'Read', line: 'a.ts', ended: 'ok' }], { files: [] })).toEqual({});
    expect(deedsLine('Max', [], undefined)).toEqual({});
  });

  it('says that others worked in the same tree at the same time', () => {
    const { deeds } = deedsLine('Max', [], { files: [file('a')], sharedWith: ['turn-2'] });
    expect(deeds).toBe('Max, at the same time as others, changed a');
    const { deeds: withoutFiles } = deedsLine('Max', [ran('npm test')], { files: [], sharedWith: ['turn-2'] });
    expect(withoutFiles).toBe('Max ran npm test');
  });

  it('takes the edited files from the trail when git cannot tell', () => {
    const trail: TrailEntry[] = [
      { tool: 'Write', line: 'a.ts', ended: 'ok' },
      { tool: 'Edit', line: 'a.ts', ended: 'ok' },
      { tool: 'Edit', line: 'b.ts', ended: 'error' },
    ];
    expect(deedsLine('Max', trail, { files: [], unknown: 'not a git repository' })).toEqual({
      deeds: 'Max changed a.ts',
    });
  });

  it('counts the files it leaves out, and still lists the commands', () => {
    const files = Array.from({ length: 100 }, (_, index) => file(`src/some/long/path/file-${index}.ts`));
    const { deeds } = deedsLine('Max', [ran('npm test')], { files });
    expect(deedsLine('Max', [], { files, filesCut: 900 }).deeds).toMatch(/ and 99\d more$/);
    expect(deeds).toMatch(/^Max changed src\/some\/long\/path\/file-0\.ts, .* and \d+ more; ran npm test$/);
  });

  it('is one line of at most 300 bytes for any names', () => {
    const text = fc.oneof(fc.string({ maxLength: 400 }), fc.string({ unit: 'grapheme', maxLength: 200 }));
    const trail = fc.array(text.map((line) => ran(line)));
    const files = fc.array(text.map((path) => file(path, { added: 1 })));
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 40 }), trail, files, (name, entries, changed) => {
        const { deeds = '' } = deedsLine(name, entries, { files: changed });
        expect(Buffer.byteLength(deeds)).toBeLessThanOrEqual(300);
        expect(deeds).not.toMatch(/[\n\r\u2028\u2029\u0085\v\f]/);
      }),
    );
  });
});
