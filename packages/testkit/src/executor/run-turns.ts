import type { AgentEvent, AgentTurn, TurnExecutor, TurnResult } from '@ctx/contract';
import { withinDeadline } from '../deadline.ts';
import { fail } from '../problem.ts';
import type { CreateExecutor, ExecutorMember, ExecutorUnderTest } from './executor-under-test.ts';

const DEADLINE_MS = 20_000;

/** Runs a check on a new executor, and always removes it afterwards. */
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

/** A turn of a member, with the prompt in the executor's `promptFormat`. */
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

/** The events and the result of a turn. */
export interface CollectedTurn {
  readonly events: readonly AgentEvent[];
  readonly result: TurnResult;
}

/** Runs a turn to its end. Fails the check unless it has exactly one `turn-end`, as the last event. */
export async function collect(
  executor: TurnExecutor,
  turn: AgentTurn,
  signal: AbortSignal = new AbortController().signal,
  onEvent: (event: AgentEvent) => void | Promise<void> = () => {},
): Promise<CollectedTurn> {
  const events: AgentEvent[] = [];
  await untilEnd(
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
  if (ends.length !== 1 || last?.type !== 'turn-end') {
    fail(
      `A turn sent ${ends.length} turn-end events, and its last event is ${last?.type ?? 'missing'}`,
      'End every turn with exactly one turn-end, as the last event',
    );
  }
  return { events, result: last.result };
}

/** Waits for something to end, and fails the check if that takes too long. */
export function untilEnd(pending: Promise<void>, what: string): Promise<void> {
  const problem = `${what} did not end within ${DEADLINE_MS} ms`;
  return withinDeadline(pending, DEADLINE_MS, problem, 'End every turn, and cancelled ones immediately');
}
