import type { AgentEvent } from '@ctx/contract';
import { type ConversationEvent, parseTeam } from '@ctx/team';
import { describe, expect, it } from 'vitest';
import { createRecordingTerminal } from '../__fixtures__/recording-terminal.ts';
import { TEAM_FILE } from '../__fixtures__/scripted-team.ts';
import { createConversationView } from './conversation-view.ts';

const team = parseTeam(TEAM_FILE);

function started(turn: string, member: string): ConversationEvent {
  return { type: 'turn-start', turn, member, replyTo: 'msg-1', upTo: 'msg-1', attempt: 1 };
}

function agentSends(turn: string, member: string, event: AgentEvent): ConversationEvent {
  return { type: 'agent-event', turn, member, event };
}

function delta(turn: string, member: string, text: string): ConversationEvent {
  return agentSends(turn, member, { type: 'text-delta', text });
}

function ended(turn: string, member: string): ConversationEvent {
  return { type: 'turn-end', turn, member, status: 'completed', durationMs: 1_400 };
}

function said(content: string, speaker: 'alice' | 'sarah', turn?: string): ConversationEvent {
  const type = speaker === 'alice' ? 'human' : 'ai';
  return {
    type: 'message',
    message: { id: 'msg-9', content, speaker: { roleId: speaker, roleName: speaker, type } },
    turn,
  };
}

function called(...members: string[]): ConversationEvent {
  const entries = members.map(
    (member) => ({ id: 'call-1', member, replyTo: 'msg-9', intent: 'P2', byHuman: false }) as const,
  );
  return { type: 'queue', change: 'added', entries, waiting: entries.length };
}

function printed(events: readonly ConversationEvent[], columns?: number): string {
  const terminal = createRecordingTerminal(columns);
  const view = createConversationView(team, terminal);
  for (const event of events) view.show(event);
  return terminal.printed();
}

describe('the view of a conversation', () => {
  it('prints an answer live, then the facts of the turn and who is next', () => {
    const events = [
      started('turn-1', 'sarah'),
      agentSends('turn-1', 'sarah', { type: 'tool-call', id: 't1', name: 'Read', input: { file_path: 'a.ts' } }),
      agentSends('turn-1', 'sarah', { type: 'tool-result', id: 't1', output: 'x\ny', isError: false }),
      delta('turn-1', 'sarah', 'All '),
      delta('turn-1', 'sarah', 'fine.'),
      said('All fine.', 'sarah', 'turn-1'),
      called('max', 'gina'),
      ended('turn-1', 'sarah'),
    ];
    expect(printed(events)).toBe(
      '● Sarah  Claude Code\n  ⚒ Read a.ts → 2 lines\n  All fine.\n  ✓ 1.4 s\n  → hands over to Max, Gina\n',
    );
  });

  it('never prints a marker, nor half of one', () => {
    const terminal = createRecordingTerminal();
    const view = createConversationView(team, terminal);
    view.show(started('turn-1', 'sarah'));
    for (const text of ['Done.\nSee `[NEXT: a]`. **[NE', 'XT: ma', 'x]**\n', 'Bye [1].\n']) {
      view.show(delta('turn-1', 'sarah', text));
      expect(terminal.printed()).not.toContain('XT: ma');
    }
    view.show(ended('turn-1', 'sarah'));
    expect(terminal.printed()).toBe('● Sarah  Claude Code\n  Done.\n  See `[NEXT: a]`.\n  Bye [1].\n  ✓ 1.4 s\n');
  });

  it('prints an answer that was not streamed once, when it is complete', () => {
    const output = printed([started('turn-1', 'sarah'), said('Whole.', 'sarah', 'turn-1'), ended('turn-1', 'sarah')]);
    expect(output).toBe('● Sarah  Claude Code\n  Whole.\n  ✓ 1.4 s\n');
  });

  it('prints one turn live, and a parallel one as a whole when it ends', () => {
    const events = [
      started('turn-1', 'sarah'),
      started('turn-2', 'max'),
      delta('turn-1', 'sarah', 'Sarah one.\n'),
      delta('turn-2', 'max', 'Max one.\n'),
      delta('turn-1', 'sarah', 'Sarah two.\n'),
      delta('turn-2', 'max', 'Max two.'),
      said('Max one. Max two.', 'sarah', 'turn-2'),
      called('gina'),
      ended('turn-2', 'max'),
      delta('turn-1', 'sarah', 'Sarah three.'),
      ended('turn-1', 'sarah'),
    ];
    expect(printed(events)).toBe(
      '● Sarah  Claude Code\n  Sarah one.\n  Sarah two.\n\n' +
        '● Max  Codex\n  Max one.\n  Max two.\n  ✓ 1.4 s\n  → hands over to Gina\n\n' +
        '● Sarah  continues\n  Sarah three.\n  ✓ 1.4 s\n',
    );
  });

  it('says why a turn failed', () => {
    const error = { code: 'CTX_AGENT_NOT_FOUND', message: 'codex was not found.\n\u001b[31mInstall it.' } as const;
    const output = printed([
      started('turn-1', 'max'),
      { ...ended('turn-1', 'max'), status: 'failed', error } as ConversationEvent,
    ]);
    expect(output).toContain('  ✗ turn 1 · failed: codex was not found. ␛[31mInstall it.\n    1.4 s\n');
  });

  it('says on one line that a turn was cancelled', () => {
    const output = printed([
      started('turn-1', 'max'),
      { ...ended('turn-1', 'max'), status: 'cancelled' } as ConversationEvent,
    ]);
    expect(output).toBe('● Max  Codex\n  ✗ turn 1 · cancelled · 1.4 s\n');
  });

  it('makes control characters visible in everything an agent writes', () => {
    const evil = '\u001b]0;pwned\u0007\u001b[2J\u009b31m';
    const events: ConversationEvent[] = [
      said(evil, 'alice'),
      started('turn-1', 'sarah'),
      agentSends('turn-1', 'sarah', { type: 'reasoning', text: evil }),
      agentSends('turn-1', 'sarah', { type: 'tool-call', id: 't', name: evil, input: { command: evil } }),
      agentSends('turn-1', 'sarah', { type: 'tool-result', id: 't', output: evil, isError: true }),
      agentSends('turn-1', 'sarah', { type: 'notice', kind: 'warning', message: evil }),
      agentSends('turn-1', 'sarah', { type: 'text', text: evil }),
      { type: 'unresolved', reason: 'unknown-name', names: [evil], message: 'msg-1' },
      { type: 'task', task: evil, by: 'sarah' },
      { type: 'notice', kind: 'task-refused', text: evil },
      ended('turn-1', 'sarah'),
    ];
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the test is about control characters
    expect(printed(events)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });

  it('treats a line end that comes in two pieces as one', () => {
    const output = printed([
      started('turn-1', 'sarah'),
      delta('turn-1', 'sarah', 'a\r'),
      delta('turn-1', 'sarah', '\nb'),
      ended('turn-1', 'sarah'),
    ]);
    expect(output).toContain('  a\n  b\n');
  });

  it('reports unknown names and intents, what only looks like a marker, a full queue and a stop at maxTurns', () => {
    const output = printed([
      { type: 'unresolved', reason: 'unknown-name', names: ['bob'], message: 'msg-1' },
      { type: 'unresolved', reason: 'self', names: ['Sarah'], message: 'msg-1' },
      { type: 'unresolved', reason: 'unknown-intent', names: ['!P4'], message: 'msg-1' },
      { type: 'unresolved', reason: 'not-a-marker', text: '[NEXT] max', message: 'msg-1' },
      { ...called('max'), change: 'refused' } as ConversationEvent,
      { type: 'waiting-for-human', member: 'alice', reason: 'max-turns', note: '20 agent turns.' },
    ]);
    expect(output.split('\n').slice(0, 6)).toEqual([
      '  ! Nobody in the team is called bob.',
      '  ! Sarah called itself. That is ignored.',
      '  ! !P4 is ignored. Use !P1, !P2 or !P3.',
      '  ! [NEXT] max is not a marker, and calls nobody. Write [NEXT: name] or [DROP: name], on one line.',
      '  ! The queue is full. Not called: Max.',
      '  ! 20 agent turns.',
    ]);
  });
});

describe('a view', () => {
  it('prints a remark on an answer after its text, and who may have been meant', () => {
    const output = printed([
      started('turn-1', 'sarah'),
      delta('turn-1', 'sarah', 'Ask him. [NEXT: maxx]'),
      said('Ask him. [NEXT: maxx]', 'sarah', 'turn-1'),
      { type: 'unresolved', reason: 'unknown-name', names: ['maxx'], message: 'msg-9' },
      ended('turn-1', 'sarah'),
    ]);
    expect(output).toBe(
      '● Sarah  Claude Code\n  Ask him.\n' + '  ! Nobody in the team is called maxx. Did it mean max?\n  ✓ 1.4 s\n',
    );
  });

  it('wraps a remark on an answer between words', () => {
    const text = 'Sarah tried to set the team task; set agentsMaySetTask to allow it.';
    const events: ConversationEvent[] = [
      started('turn-1', 'sarah'),
      { type: 'notice', kind: 'task-refused', text, turn: 'turn-1' },
      ended('turn-1', 'sarah'),
    ];
    expect(printed(events, 40)).toContain(
      '  ! Sarah tried to set the team task;\n  set agentsMaySetTask to allow it.\n',
    );
  });

  it('has one empty line before each block, and none between remarks', () => {
    const terminal = createRecordingTerminal();
    const view = createConversationView(team, terminal);
    view.show(started('turn-1', 'sarah'));
    view.show(delta('turn-1', 'sarah', 'One.\n'));
    view.block('  a block\n');
    view.show(delta('turn-1', 'sarah', 'Two.\n'));
    view.show(ended('turn-1', 'sarah'));
    view.remark('first');
    view.remark('second');
    view.show(said('Hello', 'alice'));
    expect(terminal.printed()).toBe(
      '● Sarah  Claude Code\n  One.\n\n  a block\n\n● Sarah  continues\n  Two.\n  ✓ 1.4 s\n\n' +
        '  first\n  second\n\n● alice\n  Hello\n',
    );
  });

  it('shows a hand-over at the turn that made it, even if a person speaks meanwhile', () => {
    const answer = said('Go on. [NEXT: gina]', 'sarah', 'turn-1') as Extract<ConversationEvent, { type: 'message' }>;
    const events = [
      started('turn-1', 'sarah'),
      started('turn-2', 'max'),
      { ...said('And Max?', 'alice'), message: { ...(said('', 'alice') as typeof answer).message, id: 'msg-8' } },
      {
        ...called('max'),
        entries: [{ id: 'call-2', member: 'max', replyTo: 'msg-8', intent: 'P1', byHuman: true }],
      } as ConversationEvent,
      answer,
      called('gina'),
      ended('turn-2', 'max'),
      ended('turn-1', 'sarah'),
    ];
    const output = printed(events as ConversationEvent[]);
    expect(output.match(/→ hands over to .*/g)).toEqual(['→ hands over to Gina']);
    expect(output).toMatch(/● Sarah {2}Claude Code\n {2}Go on\.\n {2}✓ 1\.4 s\n {2}→ hands over to Gina/);
    expect(output).toContain('waits for Sarah, Max; /cancel NAME stops one of them');
  });

  it('reports an empty answer once', () => {
    const output = printed([
      started('turn-1', 'sarah'),
      agentSends('turn-1', 'sarah', { type: 'notice', kind: 'empty-answer', message: 'The agent said nothing.' }),
      { type: 'notice', kind: 'empty-answer', text: 'Sarah said nothing.', turn: 'turn-1' },
      ended('turn-1', 'sarah'),
    ]);
    expect(output.match(/said nothing/g)).toHaveLength(1);
  });
});
