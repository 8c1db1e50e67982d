import type { AgentEvent, AgentTurn, TurnExecutor, TurnResult } from '@ctx/contract';
import type { CreateExecutor } from '../executor/executor-under-test.ts';

type Run = TurnExecutor['run'];

const MEMBERS = { answers: 'echo', fails: 'broken', hangs: 'sleepy' } as const;

const end = (result: TurnResult): AgentEvent => ({ type: 'turn-end', result });

const promptText = ({ prompt }: AgentTurn): string =>
  typeof prompt === 'string' ? prompt : prompt.map((chunk) => new TextDecoder().decode(chunk)).join('');

/** A sound run of the three members. */
export async function* soundRun(turn: AgentTurn, { signal }: { readonly signal: AbortSignal }): AsyncGenerator<AgentEvent> {
  const cancelled = (text: string) =>
    end({ status: 'cancelled', text, error: { code: 'CTX_AGENT_CANCELLED', message: 'Cancelled.' } });
  if (signal.aborted) {
    yield cancelled('');
    return;
  }
  if (turn.member === MEMBERS.answers) {
    const text = promptText(turn);
    yield { type: 'text-delta', text: text.slice(0, 3) };
    yield { type: 'text-delta', text: text.slice(3) };
    yield end({ status: 'completed', text });
  } else if (turn.member === MEMBERS.fails) {
    yield { type: 'text', text: 'Half' };
    yield end({ status: 'failed', text: 'Half', error: { code: 'CTX_AGENT_FAILED', message: 'It broke.' } });
  } else if (turn.member === MEMBERS.hangs) {
    yield { type: 'text', text: 'Half' };
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve());
    });
    yield cancelled('Half');
  } else throw new Error(`Nobody is called ${turn.member}`);
}

/** An executor that runs turns like this. */
export function sampleExecutor(run: Run = soundRun, promptFormat?: 'chunks'): CreateExecutor {
  return () => ({ executor: { run, promptFormat }, members: MEMBERS });
}

/** A durable one: a turn is run once an attempt, `keyOf` says what counts as the same. */
export function durableExecutor(
  keyOf = ({ sessionId, id, attempt = 1 }: AgentTurn): string => `${sessionId} ${id} ${attempt}`,
): CreateExecutor {
  return () => {
    const known = new Map<string, Promise<readonly AgentEvent[]>>();
    const started: string[] = [];
    const run: Run = async function* (turn, options) {
      // Only what ends by itself is kept; the rest is not what the durable checks look at.
      if (turn.member !== MEMBERS.answers) return yield* soundRun(turn, options);
      const key = keyOf(turn);
      if (!known.has(key)) {
        started.push(`${turn.sessionId} ${turn.id}`);
        known.set(key, collect(soundRun(turn, options)));
      }
      yield* await known.get(key)!;
    };
    return {
      executor: { run, durable: true },
      members: MEMBERS,
      starts: (sessionId, turnId) => started.filter((start) => start === `${sessionId} ${turnId}`).length,
    };
  };
}

async function collect(events: AsyncIterable<AgentEvent>): Promise<readonly AgentEvent[]> {
  const collected: AgentEvent[] = [];
  for await (const event of events) collected.push(event);
  return collected;
}
