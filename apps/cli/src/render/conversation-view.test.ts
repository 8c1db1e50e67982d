import type { AgentEvent } from '@ctx/contract';
import { type ConversationEvent, parseTeam } from '@ctx/team';
import { describe, expect, it } from 'vitest';
import { createPaperTerminal } from '../__fixtures__/paper-terminal.ts';
import { TEAM_FILE } from '../__fixtures__/scripted-team.ts';
import { createConversationView } from './conversation-view.ts';

const team = parseTeam(TEAM_FILE);

function started(turn: string, member: string): ConversationEvent {
  return { type: 'turn-start', turn, member, replyTo: 'msg-1', upTo: 'msg-1', attempt: 1 };
}

function heard(turn: string, member: string, event: AgentEvent): ConversationEvent {
  return { type: 'agent-event', turn, member, event };
}

function delta(turn: string, member: string, text: string): ConversationEvent {
  return heard(turn, member, { type: 'text-delta', text });
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
  const terminal = createPaperTerminal(columns);
  const view = createConversationView(team, terminal);
  for (const event of events) view.show(event);
  view.rest();
  return terminal.printed();
}

describe('the view of a conversation', () => {
  it('prints an answer as it comes, then how the turn went and who is next', () => {
    const events = [
      started('turn-1', 'sarah'),
      heard('turn-1', 'sarah', { type: 'tool-call', id: 't1', name: 'Read', input: { file_path: 'a.ts' } }),
      heard('turn-1', 'sarah', { type: 'tool-result', id: 't1', output: 'x\ny', isError: false }),
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

  it('prints an answer that was not streamed once, when it is kept', () => {
    const output = printed([started('turn-1', 'sarah'), said('Whole.', 'sarah', 'turn-1'), ended('turn-1', 'sarah')]);
    expect(output).toBe('● Sarah  Claude Code\n  Whole.\n  ✓ 1.4 s\n');
  });

  it('prints turns that run at the same time one after the other, each whole', () => {
    const events = [
      started('turn-1', 'sarah'),
      started('turn-2', 'max'),
      delta('turn-2', 'max', 'Max one. '),
      delta('turn-1', 'sarah', 'Sarah one. '),
      delta('turn-2', 'max', 'Max two.'),
      said('Max one. Max two.', 'sarah', 'turn-2'),
      called('gina'),
      ended('turn-2', 'max'),
      delta('turn-1', 'sarah', 'Sarah two.'),
      ended('turn-1', 'sarah'),
    ];
    expect(printed(events)).toBe(
      '● Sarah  Claude Code\n  Sarah one. Sarah two.\n  ✓ 1.4 s\n\n● Max  Codex\n  Max one. Max two.\n  ✓ 1.4 s\n  → hands over to Gina\n',
    );
  });

  it('says why a turn failed', () => {
    const error = { code: 'CTX_AGENT_NOT_FOUND', message: 'codex was not found.\n\u001b[31mInstall it.' } as const;
    const output = printed([
      started('turn-1', 'max'),
      { ...ended('turn-1', 'max'), status: 'failed', error } as ConversationEvent,
    ]);
    expect(output).toContain('  ✗ failed: codex was not found. ␛[31mInstall it.\n');
  });

  it('obeys nothing an agent writes, wherever it writes it', () => {
    const evil = '\u001b]0;pwned\u0007\u001b[2J\u009b31m';
    const events: ConversationEvent[] = [
      said(evil, 'alice'),
      started('turn-1', 'sarah'),
      heard('turn-1', 'sarah', { type: 'reasoning', text: evil }),
      heard('turn-1', 'sarah', { type: 'tool-call', id: 't', name: evil, input: { command: evil } }),
      heard('turn-1', 'sarah', { type: 'tool-result', id: 't', output: evil, isError: true }),
      heard('turn-1', 'sarah', { type: 'notice', kind: 'warning', message: evil }),
      heard('turn-1', 'sarah', { type: 'text', text: evil }),
      { type: 'unresolved', reason: 'unknown-name', names: [evil], message: 'msg-1' },
      { type: 'task', task: evil, by: 'sarah' },
      { type: 'notice', kind: 'task-refused', text: evil },
      ended('turn-1', 'sarah'),
    ];
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what this is about
    expect(printed(events)).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });

  it('takes a line ending that comes in two pieces for one', () => {
    const output = printed([
      started('turn-1', 'sarah'),
      delta('turn-1', 'sarah', 'a\r'),
      delta('turn-1', 'sarah', '\nb'),
      ended('turn-1', 'sarah'),
    ]);
    expect(output).toContain('  a\n  b\n');
  });

  it('tells of names nobody has, of a full queue and of the floor', () => {
    const output = printed([
      { type: 'unresolved', reason: 'unknown-name', names: ['bob'], message: 'msg-1' },
      { type: 'unresolved', reason: 'self', names: ['Sarah'], message: 'msg-1' },
      { ...called('max'), change: 'refused' } as ConversationEvent,
      { type: 'waiting-for-human', member: 'alice', reason: 'max-turns', note: '20 agent turns.' },
    ]);
    expect(output.split('\n').slice(0, 4)).toEqual([
      '  nobody here is called bob; not passed on',
      '  Sarah called itself; ignored',
      '  the queue is full, not called: Max',
      '  20 agent turns.',
    ]);
  });

  it('lets somebody else print in the middle of an answer', () => {
    const terminal = createPaperTerminal(40);
    const view = createConversationView(team, terminal);
    view.show(started('turn-1', 'sarah'));
    view.show(delta('turn-1', 'sarah', 'one two '));
    view.rest();
    terminal.write('MINE\n');
    view.show(delta('turn-1', 'sarah', ' three four '));
    view.rest();
    expect(terminal.lines().slice(1)).toEqual(['  one two', 'MINE', '  three four']);
  });
});
