import type { AgentEvent, AgentTurn, TurnExecutor, TurnResult } from '@ctx/contract';
import { fail } from '../problem.ts';
import type { CreateExecutor, ExecutorMember, ExecutorUnderTest } from './executor-under-test.ts';

const DEADLINE_MS = 20_000;

/** Runs a check on a new executor, and takes it away whatever comes. */
export async function withExecutor(
  create: CreateExecutor,
  check: (subject: ExecutorUnderTest) => Promise<void>,
): Promise<void> {
  const subject = await create();
  try {
    await check(subject);
  } finally {
    await subject.remove?.();
  }
}

/** A turn of a member, its prompt in the form the executor wants. */
export function turnFor(
  { executor, members }: ExecutorUnderTest,
  member: ExecutorMember,
  change: Partial<AgentTurn> = {},
): AgentTurn {
  const text = typeof change.prompt === 'string' ? change.prompt : 'Say é, 漢 and 🙂.';
  return {
    id: 'turn-1',
    sessionId: 'session-1',
    member: members[member],
    call: 'call-1',
    replyTo: 'msg-1',
    upTo: 'msg-1',
    ...change,
    prompt: executor.promptFormat === 'chunks' ? [new TextEncoder().encode(text)] : text,
  };
}

/** What came of a turn. */
export interface CollectedTurn {
  readonly events: readonly AgentEvent[];
  readonly result: TurnResult;
}

/** Runs a turn to its end, and fails the check unless it ends as it should: with one `turn-end`, the last event. */
export async function collect(
  executor: TurnExecutor,
  turn: AgentTurn,
  signal: AbortSignal = new AbortController().signal,
  onEvent: (event: AgentEvent) => void | Promise<void> = () => {},
): Promise<CollectedTurn> {
  const events: AgentEvent[] = [];
  await withinDeadline(
    (async () => {
      for await (const event of executor.run(turn, { signal })) {
        events.push(event);
        await onEvent(event);
      }
    })(),
    `The turn of "${turn.member}"`,
  );
  const ends = events.filter((event) => event.type === 'turn-end');
  const last = events.at(-1);
  if (ends.length !== 1 || last?.type !== 'turn-end')
    fail(
      `A turn gave ${ends.length} turn-end events, and ${last?.type ?? 'nothing'} last`,
      'End every turn with one turn-end, and let nothing follow it',
    );
  return { events, result: last.result };
}

/** The text an agent said, as its events tell it. */
export function saidIn(events: readonly AgentEvent[]): string {
  return events.map((event) => (event.type === 'text' || event.type === 'text-delta' ? event.text : '')).join('');
}

/** Fails the check when something takes too long. */
export async function withinDeadline<Value>(pending: Promise<Value>, what: string): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      try {
        fail(`${what} did not end within ${DEADLINE_MS} ms`, 'End every turn, cancelled ones at once');
      } catch (error) {
        reject(error);
      }
    }, DEADLINE_MS);
  });
  try {
    return await Promise.race([pending, late]);
  } finally {
    clearTimeout(timer);
  }
}
