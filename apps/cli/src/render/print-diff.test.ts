import type { SessionRecord, WorkTreeChanges } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { createRecordingTerminal } from '../__fixtures__/recording-terminal.ts';
import type { PastTurn, SessionHistory } from '../sessions/session-history.ts';
import { describeChanges } from './print-diff.ts';

function historyOf(changes: WorkTreeChanges): SessionHistory {
  const call = { id: 'call-1', member: 'max', replyTo: 'msg-1', intent: 'P2', byHuman: true } as const;
  const start = { type: 'turn-start', turn: 'turn-1', call, upTo: 'msg-1', repliesInRow: 1, at: 1 } as const;
  const end = {
    type: 'turn-end',
    turn: 'turn-1',
    member: 'max',
    status: 'completed',
    durationMs: 1,
    at: 2,
    changes,
  } as const;
  const turn: PastTurn = { start, end };
  const records: SessionRecord[] = [start, end];
  const rest = { sessionId: 's', team: 'crew', notes: [], damage: [], messages: [], speakers: [] };
  return { ...rest, records, turns: new Map([['turn-1', turn]]) };
}

describe('the changes of a turn', () => {
  it('may have a patch with more lines than a function takes arguments', () => {
    const files = [{ path: 'a.txt', status: 'modified', added: 130_000, removed: 0 }] as const;
    const patch = `diff --git a/a.txt b/a.txt\n@@ -0,0 +1,130000 @@\n${'+\n'.repeat(130_000)}`;
    const history = historyOf({ before: 'a', after: 'b', files, patch } as unknown as WorkTreeChanges);
    const lines = describeChanges(history, undefined, { terminal: createRecordingTerminal() }).split('\n');
    expect(lines[0]).toBe('turn 1 · max · 1 file, +130000 −0');
    expect(lines).toHaveLength(130_004);
  });

  it('are apart from what changed meanwhile, not known by whom', () => {
    const change = (path: string) => ({
      files: [{ path, status: 'modified', added: 1, removed: 0 }] as const,
      patch: `diff --git a/${path} b/${path}\n@@ -1 +1,2 @@\n+x\n`,
    });
    const history = historyOf({ before: 'a', after: 'b', ...change('a'), meanwhile: { tree: 'c', ...change('b') } });
    const shown = (stat: boolean) => describeChanges(history, undefined, { terminal: createRecordingTerminal(), stat });
    const [heading, note] = ['turn 1 · max · 1 file, +1 −0', '! changed meanwhile, not known by whom: 1 file, +1 −0'];
    expect(shown(true)).toBe(`${heading}\nM a +1 −0\n${note}\nM b +1 −0\n`);
    const patch = (path: string) => `diff --git a/${path} b/${path}\n@@ -1 +1,2 @@\n+x\n`;
    expect(shown(false)).toBe(`${heading}\n${patch('a')}${note}\n${patch('b')}`);
  });

  it('are not said to be none where they are not known', () => {
    const shown = (history: SessionHistory) =>
      describeChanges(history, undefined, { terminal: createRecordingTerminal() });
    const unknown = historyOf({ files: [], unknown: 'no git here (`git init` before the next turn)' });
    expect(shown(unknown)).toBe('turn 1 · max · not known: no git here (`git init` before the next turn)\n');
    const [start] = unknown.records;
    const cutOff = { ...unknown, turns: new Map([['turn-1', { start } as PastTurn]]) };
    expect(shown(cutOff)).toBe('turn 1 · max · cut off, or still running · not known: nobody recorded it\n');
    const files = [{ path: 'a.txt', status: 'modified', added: 1, removed: 0 }] as const;
    const meanwhile = { tree: 'c', files };
    const soFar = {
      ...unknown,
      turns: new Map([['turn-1', { start, changesSoFar: { files: [], meanwhile } } as unknown as PastTurn]]),
    };
    expect(shown(soFar)).toBe(
      'turn 1 · max · cut off, or still running · nothing that is known to be its own\n' +
        '! changed meanwhile, not known by whom: 1 file, +1 −0\nM a.txt +1 −0\n',
    );
    const lost = new Map([
      ['turn-1', { start, end: { ...unknown.turns.get('turn-1')!.end, status: 'unknown' } } as PastTurn],
    ]);
    expect(shown({ ...unknown, turns: lost })).toMatch(/^turn 1 · max · cut off · not known: /);
    expect(shown(historyOf({ files: [] }))).toBe('No turn of this session changed a file in a git work tree.\n');
  });
});
