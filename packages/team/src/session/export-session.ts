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
  readonly turns: readonly ExportedTurn[];
  /** Turns without an end in the log. */
  readonly unfinished?: readonly UnfinishedTurn[] | undefined;
}

/** How a turn ended, and what its member was allowed to do, if the log says so. */
export type ExportedTurn = TurnEndRecord & { readonly permissions?: string | undefined };

/** A turn that was cut off, or still runs. */
export interface UnfinishedTurn {
  readonly turn: string;
  readonly member: string;
  readonly state: 'cut off' | 'still running' | 'cut off, or still running';
}

/**
 * Collects the messages, the task and the turns from the records of a session. `isWritten`, as the store tells it, says
 * whether a turn without an end still runs or was cut off.
 */
export async function collectSession(
  records: AsyncIterable<StoredRecord>,
  isWritten?: boolean,
): Promise<ExportedSession> {
  let start: SessionStartRecord | undefined;
  let task: string | null = null;
  const messages: ConversationMessage[] = [];
  const turns: ExportedTurn[] = [];
  const open = new Map<string, string>();
  const permissions = new Map<string, string | undefined>();
  for await (const { record } of records) {
    if (record.type === 'session-start') start = record;
    else if (record.type === 'task') task = record.task;
    else if (record.type === 'message') messages.push(record.message);
    else if (record.type === 'prompt-settings') permissions.set(record.member, record.permissions);
    else if (record.type === 'turn-start') open.set(record.turn, record.call.member);
    else if (record.type === 'turn-end') {
      open.delete(record.turn);
      turns.push({ ...record, permissions: permissions.get(record.member) });
    } else if (record.type === 'snapshot') {
      task = record.snapshot.context.teamTask;
      for (const message of record.snapshot.context.messages) messages.push(message);
    }
  }
  const state = isWritten === undefined ? 'cut off, or still running' : isWritten ? 'still running' : 'cut off';
  const unfinished = [...open].map(([turn, member]) => ({ turn, member, state }) as const);
  const { sessionId, team, at: startedAt } = start ?? {};
  return { version: 1, sessionId, team, startedAt, task, messages, turns, unfinished };
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
  const sections = session.messages.map((message) => section(message, turns.get(message.id)));
  const unfinished = (session.unfinished ?? []).map((turn) => `*${unfinishedFacts(turn)}*`);
  return `${[...head, ...sections, ...unfinished].join('\n\n')}\n`;
}

function section(message: ConversationMessage, turn: ExportedTurn | undefined): string {
  const { speaker, metadata, routing } = message;
  const to = routing?.resolvedAddressees?.join(', ');
  const partial = metadata?.['partial'] === true ? ' (incomplete)' : '';
  const heading = `## ${inertLine(speaker.roleName)}${to === undefined ? '' : ` → ${inertLine(to)}`}${partial}`;
  const facts = turn === undefined ? [] : [...markdownDeeds(turn), ...markdownTrail(turn), `*${turnFacts(turn)}*`];
  return [heading, renderedMarkdown(message.content), ...facts].join('\n\n');
}

function unfinishedFacts({ turn, member, state }: UnfinishedTurn): string {
  return [turn, member, state]
    .map(inertLine)
    .filter((text) => text !== '')
    .join(' · ');
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
