import type { SessionRecord, TurnEndRecord } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { createRecordingTerminal } from '../__fixtures__/recording-terminal.ts';
import type { SessionHistory } from '../sessions/session-history.ts';
import { type PrintHistoryOptions, printHistory } from './print-history.ts';

type Type = 'human' | 'ai' | 'system';

function said(id: string, roleId: string, content: string, type: Type, turn?: string): SessionRecord {
  return { type: 'message', message: { id, content, speaker: { roleId, roleName: roleId, type } }, turn, at: 1 };
}

function ended(turn: string, more: Partial<TurnEndRecord>): SessionRecord {
  return { type: 'turn-end', turn, member: 'max', status: 'completed', durationMs: 4_200, at: 1, ...more };
}

function shown(records: readonly SessionRecord[], options?: PrintHistoryOptions, isWritten?: boolean): string[] {
  const history: SessionHistory = {
    sessionId: 's',
    team: 'crew',
    notes: [],
    damage: [],
    records,
    messages: records.flatMap((record) => (record.type === 'message' ? [record.message] : [])),
    isWritten,
    turns: new Map(
      records.flatMap((record) => (record.type === 'turn-start' ? [[record.turn, { start: record }]] : [])),
    ),
    speakers: [],
  };
  const terminal = createRecordingTerminal(80);
  printHistory(history, terminal, options);
  return terminal.lines().slice(1);
}

describe('a printed session', () => {
  it('shows the tools of a turn before its text', () => {
    const trail = [{ tool: 'Bash', line: 'npm test', ended: 'ok', durationMs: 3_200 } as const];
    expect(
      shown([said('msg-1', 'max', 'Green.', 'ai', 'turn-1'), ended('turn-1', { messageId: 'msg-1', trail })]),
    ).toEqual(['', '● max', '  ⚒ $ npm test, 3.2 s', '  Green.', '  ✓ turn 1 · 4.2 s']);
  });

  it('shows a turn without an answer like the live view, with its tools', () => {
    const trail = [{ tool: 'Bash', line: 'sleep 9', ended: 'open' } as const];
    const error = { code: 'CTX_AGENT_NOT_FOUND', message: 'codex was not found.' } as const;
    expect(
      shown([
        said('msg-1', 'alice', 'Go.', 'human'),
        said('msg-2', 'system', 'max was cancelled.', 'system', 'turn-1'),
        ended('turn-1', { status: 'cancelled', trail }),
        ended('turn-2', { status: 'failed', error }),
      ]),
    ).toEqual([
      '',
      '● alice',
      '  Go.',
      '',
      '● max',
      '  ⚒ $ sleep 9 (not finished)',
      '  ✗ turn 1 · cancelled · 4.2 s',
      '',
      '● max',
      '  ✗ turn 2 · failed: codex was not found.',
      '    4.2 s',
    ]);
  });

  it.each([
    [true, 'still running'],
    [false, 'cut off'],
    [undefined, 'cut off, or still running'],
  ])('says of a turn without an end how it is going, if the log is written (%s)', (isWritten, how) => {
    const call = { id: 'call-1', member: 'max', replyTo: 'msg-1', intent: 'P2', byHuman: true } as const;
    const start = { type: 'turn-start', turn: 'turn-1', call, upTo: 'msg-1', repliesInRow: 1, at: 1 } as const;
    expect(shown([said('msg-1', 'alice', 'Go.', 'human'), start], { turn: 'turn-1' }, isWritten)).toEqual([
      ...['', '● alice', '  Go.', '', '● max', `  ! turn 1 · ${how}`],
    ]);
  });

  it('warns about messages that the agent did not see, like the live view', () => {
    const context = { offered: 5, kept: 2, dropped: 3 };
    const receipt = { usedBytes: 755, maxBytes: 800, remainingBytes: 45, sections: [], context };
    const lines = shown([
      said('msg-1', 'max', 'Ok.', 'ai', 'turn-1'),
      ended('turn-1', { messageId: 'msg-1', receipt }),
    ]);
    expect(lines.slice(-2)).toEqual([
      '  ✓ turn 1 · 4.2 s',
      '  ! saw 2 of 5 earlier messages, 755 B (3 dropped to fit 800 B)',
    ]);
  });

  it('counts with --tail only what it prints', () => {
    const records: SessionRecord[] = [
      said('msg-1', 'alice', 'Go.', 'human'),
      said('msg-2', 'max', 'Gone.', 'ai', 'turn-1'),
      ended('turn-1', { messageId: 'msg-2' }),
      said('msg-3', 'ctx', 'turn-1 was undone', 'system'),
      { type: 'undo', turn: 'turn-1', undone: true, files: ['a.ts'], at: 2 } as SessionRecord,
    ];
    expect(shown(records, { tail: 1 })).toEqual([
      '1 earlier message not shown',
      '',
      '● max',
      '  Gone.',
      '  ✓ turn 1 · 4.2 s',
      '',
      '  turn 1 was undone: a.ts',
    ]);
    expect(shown(records, { tail: 2 })).toEqual(shown(records));
  });
});
