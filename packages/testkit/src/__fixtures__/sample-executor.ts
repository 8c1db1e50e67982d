import type { AgentEvent, AgentTurn, TurnExecutor, TurnResult } from '@ctx/contract';
import type { CreateExecutor } from '../executor/executor-under-test.ts';

type Run = TurnExecutor['run'];

const MEMBERS = { answers: 'echo', fails: 'broken', hangs: 'sleepy' } as const;

const end = (result: TurnResult): AgentEvent => ({ type: 'turn-end', result });

const promptText = ({ prompt }: AgentTurn): string =>
  typeof prompt === 'string' ? prompt : prompt.map((chunk) => new TextDecoder().decode(chunk)).join('');

/** A correct run of the three members. */
export async function* soundRun(
  turn: AgentTurn,
  { signal }: { readonly signal: AbortSignal },
): AsyncGenerator<AgentEvent> {
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

/** An executor with the given `run`. */
export function sampleExecutor(run: Run = soundRun, promptFormat?: 'chunks'): CreateExecutor {
  return () => ({ executor: { run, promptFormat }, members: MEMBERS });
}

/** An executor with `endLeftovers`. `isMeant` decides which turns a marker ends. */
export function leftoverExecutor(
  isMeant = (carried: string | undefined, marker: string): boolean => carried === marker,
): CreateExecutor {
  return () => {
    const underWay = new Set<{ readonly marker: string | undefined; readonly end: () => void }>();
    let markers = 0;
    const run: Run = async function* (turn, options) {
      const ended = new AbortController();
      const entry = { marker: turn.marker, end: () => ended.abort() };
      underWay.add(entry);
      try {
        for await (const event of soundRun(turn, { signal: AbortSignal.any([options.signal, ended.signal]) })) {
          const isKilled = event.type === 'turn-end' && !options.signal.aborted && ended.signal.aborted;
          yield isKilled ? end({ ...event.result, status: 'failed' }) : event;
        }
      } finally {
        underWay.delete(entry);
      }
    };
    const endLeftovers = async (marker: string) => {
      for (const entry of underWay) if (isMeant(entry.marker, marker)) entry.end();
    };
    return { executor: { run, endLeftovers }, members: MEMBERS, marker: () => `MARKER_${++markers}` };
  };
}

/** A durable executor: each attempt of a turn is run once. `keyOf` says which turns are the same. */
export function durableExecutor(
  keyOf = ({ sessionId, id, attempt = 1 }: AgentTurn): string => `${sessionId} ${id} ${attempt}`,
  { isShared = true } = {},
): CreateExecutor {
  return () => {
    const shared = new Map<string, Promise<readonly AgentEvent[]>>();
    const started: string[] = [];
    const runWith = (known: Map<string, Promise<readonly AgentEvent[]>>): Run =>
      async function* (turn, options) {
        // The durable checks use only the member that answers.
        if (turn.member !== MEMBERS.answers) return yield* soundRun(turn, options);
        const key = keyOf(turn);
        if (!known.has(key)) {
          started.push(`${turn.sessionId} ${turn.id}`);
          known.set(key, collect(soundRun(turn, options)));
        }
        yield* await known.get(key)!;
      };
    return {
      executor: { run: runWith(shared), durable: true },
      another: () => ({ run: runWith(isShared ? shared : new Map()), durable: true }),
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
