import { visibleJson } from '@ctx/agent-runner';
import type { ConversationMessage, SessionStartRecord, StoredRecord, TurnEndRecord, Usage } from '@ctx/contract';
import { markdownDeeds, markdownTrail } from '../trail/markdown-deeds.ts';
import { inertLine } from './inert-markdown.ts';
import { renderedMarkdown } from './rendered-markdown.ts';

/** A whole session as plain JSON data. */
export interface ExportedSession {
  readonly version: 1;
  readonly sessionId?: string | undefined;
  readonly team?: string | undefined;
  readonly startedAt?: number | undefined;
  /** The last task that was set. */
  readonly task: string | null;
  readonly messages: readonly ConversationMessage[];
  readonly turns: readonly TurnEndRecord[];
}

/** Collects the messages, the task and the ends of all turns from the records of a session. */
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
      for (const message of record.snapshot.context.messages) messages.push(message);
    }
  }
  return { version: 1, sessionId: start?.sessionId, team: start?.team, startedAt: start?.at, task, messages, turns };
}

/** The session as JSON text. */
export function exportJson(session: ExportedSession): string {
  return `${visibleJson(JSON.stringify(session, null, 2))}\n`;
}

/**
 * The session as Markdown, for people. Paragraphs, lists, tables, code and emphasis of messages are rendered; nothing of a
 * member's text can become a heading, HTML, a link, an image or another member's message. Invisible characters are made
 * visible.
 */
export function exportMarkdown(session: ExportedSession): string {
  const turns = new Map(session.turns.map((turn) => [turn.messageId, turn]));
  const head = [`# ${inertLine(session.team ?? 'Session')}`];
  if (session.sessionId !== undefined) head.push(`Session ${inertLine(session.sessionId)}`);
  if (session.task !== null) head.push(`**Task**\n\n${renderedMarkdown(session.task)}`);
  return `${[...head, ...session.messages.map((message) => section(message, turns.get(message.id)))].join('\n\n')}\n`;
}

function section(message: ConversationMessage, turn: TurnEndRecord | undefined): string {
  const { speaker, metadata, routing } = message;
  const to = routing?.resolvedAddressees?.join(', ');
  const partial = metadata?.['partial'] === true ? ' (incomplete)' : '';
  const heading = `## ${inertLine(speaker.roleName)}${to === undefined ? '' : ` → ${inertLine(to)}`}${partial}`;
  const facts = turn === undefined ? [] : [...markdownDeeds(turn), ...markdownTrail(turn), `*${turnFacts(turn)}*`];
  return [heading, renderedMarkdown(message.content), ...facts].join('\n\n');
}

// Somebody may have written text in place of the numbers of tokens. An empty id would begin a list.
function turnFacts({ turn, durationMs, usage, costUsd }: TurnEndRecord): string {
  const id = inertLine(turn);
  const cost = costUsd === undefined ? [] : [`$${costUsd.toFixed(4)}`];
  return [
    ...(id === '' ? [] : [id]),
    `${(durationMs / 1000).toFixed(1)} s`,
    ...tokens(usage).map(inertLine),
    ...cost,
  ].join(' · ');
}

function tokens(usage: Usage | undefined): string[] {
  const counts: [number | undefined, string][] = [
    [usage?.inputTokens, 'in'],
    [usage?.outputTokens, 'out'],
  ];
  return counts.flatMap(([count, name]) => (count === undefined ? [] : [`${count} tokens ${name}`]));
}
