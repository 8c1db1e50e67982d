import { visibleText } from '@ctx/agent-runner';
import type { ConversationMessage, SessionStartRecord, StoredRecord, TurnEndRecord, Usage } from '@ctx/contract';
import { markdownDeeds } from '../trail/markdown-deeds.ts';

/** A session in one piece. Plain JSON data. */
export interface ExportedSession {
  readonly version: 1;
  readonly sessionId?: string | undefined;
  readonly team?: string | undefined;
  readonly startedAt?: number | undefined;
  /** The task as it was last set. */
  readonly task: string | null;
  readonly messages: readonly ConversationMessage[];
  readonly turns: readonly TurnEndRecord[];
}

/** Collects a session from its records: what was said, and how each turn ended. */
export async function collectSession(records: AsyncIterable<StoredRecord>): Promise<ExportedSession> {
  let start: SessionStartRecord | undefined;
  let task: string | null = null;
  const messages: ConversationMessage[] = [];
  const turns: TurnEndRecord[] = [];
  for await (const { record } of records) {
    if (record.type === 'session-start') start = record;
    else if (record.type === 'task') task = record.task;
    else if (record.type === 'message') messages.push(record.message);
    else if (record.type === 'turn-end') turns.push(record);
    else if (record.type === 'snapshot') {
      task = record.snapshot.context.teamTask;
      messages.push(...record.snapshot.context.messages);
    }
  }
  return { version: 1, sessionId: start?.sessionId, team: start?.team, startedAt: start?.at, task, messages, turns };
}

/** The session as JSON text. */
export function exportJson(session: ExportedSession): string {
  // JSON leaves these as they are, and a terminal may obey them.
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return `${JSON.stringify(session, null, 2).replace(/[\u007F-\u009F\u200E\u200F\u2028-\u202E\u2066-\u2069]/g, escaped)}\n`;
}

/**
 * The session as Markdown, for people. What was said is quoted, so that nothing a member writes can pass for a heading
 * or for another member's words, and control characters are made visible.
 */
export function exportMarkdown(session: ExportedSession): string {
  const turns = new Map(session.turns.map((turn) => [turn.messageId, turn]));
  const head = [`# ${line(session.team ?? 'Session')}`];
  if (session.sessionId !== undefined) head.push(`Session ${line(session.sessionId)}`);
  if (session.task !== null) head.push(`**Task**\n\n${quote(session.task)}`);
  return `${[...head, ...session.messages.map((message) => section(message, turns.get(message.id)))].join('\n\n')}\n`;
}

function section(message: ConversationMessage, turn: TurnEndRecord | undefined): string {
  const { speaker, metadata, routing } = message;
  const to = routing?.resolvedAddressees?.join(', ');
  const partial = metadata?.['partial'] === true ? ' (incomplete)' : '';
  const heading = `## ${line(speaker.roleName)}${to === undefined ? '' : ` → ${line(to)}`}${partial}`;
  const facts = turn === undefined ? [] : [...markdownDeeds(turn), `<sub>${turnFacts(turn)}</sub>`];
  return [heading, quote(message.content), ...facts].join('\n\n');
}

function turnFacts({ turn, durationMs, usage, costUsd }: TurnEndRecord): string {
  const cost = costUsd === undefined ? [] : [`$${costUsd.toFixed(4)}`];
  return [turn, `${(durationMs / 1000).toFixed(1)} s`, ...tokens(usage), ...cost].join(' · ');
}

function tokens(usage: Usage | undefined): string[] {
  const counts: [number | undefined, string][] = [
    [usage?.inputTokens, 'in'],
    [usage?.outputTokens, 'out'],
  ];
  return counts.flatMap(([count, name]) => (count === undefined ? [] : [`${count} tokens ${name}`]));
}

function line(text: string): string {
  return visibleText(text).replace(/\s+/g, ' ').trim();
}

function quote(text: string): string {
  return visibleText(text)
    .split('\n')
    .map((content) => (content === '' ? '>' : `> ${content}`))
    .join('\n');
}
