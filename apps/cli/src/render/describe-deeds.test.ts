import type { FileChange } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { changeLines, fileLines, trailLines } from './describe-deeds.ts';

describe('the trail of a turn', () => {
  it('is one line per tool call, without a duration of 0.0 s', () => {
    expect(
      trailLines([
        { tool: 'Bash', line: 'npm test', ended: 'error', durationMs: 3_200 },
        { tool: 'Read', line: 'a\u001b[31m.ts', ended: 'ok', durationMs: 40 },
        { tool: 'Bash', line: 'sleep 9', ended: 'open' },
      ]),
    ).toEqual(['✗ $ npm test (failed), 3.2 s', '⚒ Read a␛[31m.ts', '⚒ $ sleep 9 (not finished)']);
    expect(trailLines(undefined)).toEqual([]);
  });

  it('has what was said and what the tools returned in full, if it is wanted', () => {
    const entry = {
      tool: 'Bash',
      line: 'npm test',
      ended: 'error',
      exitCode: 1,
      said: 'I test.',
      output: '1\u001b[31m failed\n',
    } as const;
    expect(trailLines([entry])).toEqual(['✗ $ npm test (exit code 1)']);
    expect(trailLines([entry], true)).toEqual(['I test.', '✗ $ npm test (exit code 1)', '  1␛[31m failed']);
  });
});

describe('the changes of a turn', () => {
  it('are one line per file', () => {
    const files: FileChange[] = [
      { path: 'a.ts', status: 'modified', added: 3, removed: 1 },
      { path: 'b.png', status: 'added' },
      { path: 'c', status: 'deleted', added: 0, removed: 2 },
    ];
    expect(changeLines({ files, sharedWith: ['turn-2'] })).toEqual([
      '± M a.ts +3 −1',
      '± A b.png',
      '± D c +0 −2',
      '! turn 2 ran in the same folder at the same time: some changes may be theirs',
    ]);
    expect(fileLines({ files }, 1)).toEqual(['M a.ts +3 −1', 'and 2 more files']);
    expect(fileLines({ files, filesCut: 4 }, 1).at(-1)).toBe('and 6 more files');
    const many = Array.from({ length: 12 }, () => files[0]!);
    expect(changeLines({ files: many }).at(-1)).toBe('± and 2 more files');
  });

  it('are told apart from what others changed, or may have', () => {
    const change = (path: string): FileChange => ({ path, status: 'modified', added: 1, removed: 0 });
    const meanwhile = { tree: 't', files: [change('b.ts'), change('c\u001b[31m.ts')] };
    expect(changeLines({ files: [change('a.ts')], meanwhile })).toEqual([
      '± M a.ts +1 −0',
      '! changed meanwhile, not known by whom: M b.ts +1 −0, M c␛[31m.ts +1 −0',
    ]);
    expect(changeLines({ files: [], meanwhile, sharedWith: ['20261117-9f/turn-2'] }).at(-1)).toBe(
      '! turn 2 of session 20261117-9f ran in the same folder at the same time: some changes may be theirs',
    );
  });

  it('are said to be unknown where they are, unless the member could change nothing', () => {
    const changes = { files: [], unknown: 'no git here (`git init` before the next turn)' };
    expect(changeLines(changes, true)).toEqual([
      '! what it changed is not known: no git here (`git init` before the next turn)',
    ]);
    expect(changeLines(changes)).toEqual([]);
    expect(changeLines(undefined)).toEqual([]);
  });
});
