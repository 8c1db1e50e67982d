import type { AgentEvent, TurnExecutor } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { collectFailures } from '../__fixtures__/collect-failures.ts';
import { durableExecutor, leftoverExecutor, sampleExecutor, soundRun } from '../__fixtures__/sample-executor.ts';
import type { CreateExecutor } from './executor-under-test.ts';
import { testExecutor } from './test-executor.ts';

const GOOD: Readonly<Record<string, CreateExecutor>> = {
  'executor that takes prompts as text': sampleExecutor(),
  'executor that takes prompts in chunks': sampleExecutor(soundRun, 'chunks'),
  'durable executor': durableExecutor(),
  'executor that ends leftovers': leftoverExecutor(),
};

type Run = TurnExecutor['run'];

/** An executor whose events are changed. */
const changing = (change: (event: AgentEvent) => AgentEvent[]): CreateExecutor =>
  sampleExecutor(async function* (turn, options) {
    for await (const event of soundRun(turn, options)) yield* change(event);
  });

/** A durable executor that cancels a turn when its reader stops reading. */
const endingWithReader = (): CreateExecutor => async () => {
  const subject = await durableExecutor()();
  const left = new Set<string>();
  const run: Run = async function* (turn, options) {
    const given = left.has(turn.id)
      ? soundRun(turn, { signal: AbortSignal.abort() })
      : subject.executor.run(turn, options);
    let isWhole = false;
    try {
      yield* given;
      isWhole = true;
    } finally {
      if (!isWhole) left.add(turn.id);
    }
  };
  return { ...subject, executor: { ...subject.executor, run } };
};

/** An executor that mixes up the prompts of turns at the same time. */
const sharing = (): CreateExecutor => {
  let current = 'nobody';
  const run: Run = async function* (turn, options) {
    current = turn.id;
    await new Promise((resolve) => setTimeout(resolve, 5));
    yield* soundRun({ ...turn, prompt: current === turn.id ? turn.prompt : 'This is another turn.' }, options);
  };
  return sampleExecutor(run);
};

const BROKEN: Readonly<Record<string, readonly [CreateExecutor, RegExp]>> = {
  'ends without a turn-end': [
    changing((event) => (event.type === 'turn-end' ? [] : [event])),
    /sent 0 turn-end events/,
  ],
  'ends twice': [changing((event) => (event.type === 'turn-end' ? [event, event] : [event])), /sent 2 turn-end events/],
  'goes on after the end': [
    changing((event) => (event.type === 'turn-end' ? [event, { type: 'text', text: 'more' }] : [event])),
    /its last event is text/,
  ],
  'leaves text out': [
    changing((event) => (event.type === 'text-delta' && event.text.length === 3 ? [] : [event])),
    /The events say/,
  ],
  'changes the prompt': [
    sampleExecutor((turn, options) => soundRun({ ...turn, prompt: String(turn.prompt).replace(/\s+/g, ' ') }, options)),
    /The prompt .* came back as/,
  ],
  'calls a failure completed': [
    changing((event) =>
      event.type === 'turn-end' ? [{ type: 'turn-end', result: { ...event.result, status: 'completed' } }] : [event],
    ),
    /The turn of an agent that fails has the status "completed"/,
  ],
  'runs a turn of an unknown member': [
    sampleExecutor((turn, options) =>
      soundRun({ ...turn, member: turn.member.startsWith('nobody') ? 'echo' : turn.member }, options),
    ),
    /A turn of a member that does not exist completed/,
  ],
  'calls a cancelled turn failed': [
    changing((event) =>
      event.type === 'turn-end' && event.result.status === 'cancelled'
        ? [{ type: 'turn-end', result: { ...event.result, status: 'failed' } }]
        : [event],
    ),
    /A cancelled turn has the status "failed"/,
  ],
  'mixes turns up': [sharing(), /Of six turns at once, number 1 answered/],
  'runs a durable turn twice': [durableExecutor(() => `${Math.random()}`), /started its member 2 times/],
  'ends a durable turn when its reader stops reading': [
    endingWithReader(),
    /A turn whose reader stopped reading has the status "cancelled"/,
  ],
  'keeps the results of a durable turn to itself': [
    durableExecutor(undefined, { isShared: false }),
    /run by another coordinator started its member 2 times/,
  ],
  'ends processes with another marker': [
    leftoverExecutor(() => true),
    /A turn with another marker has the status "failed"/,
  ],
  'ends leftovers, but is tested without a marker': [
    async () => ({ ...(await leftoverExecutor()()), marker: undefined }),
    /tested without `marker`/,
  ],
  'never runs a durable turn again': [durableExecutor(({ id }) => id), /started its member 1 times/],
};

describe('testExecutor', () => {
  it.each(Object.entries(GOOD))('passes an %s', async (_, create) => {
    const { checks, failures } = await collectFailures((runner) => testExecutor(create, runner));
    expect(failures).toEqual([]);
    expect(checks).toBe(16);
  });
});

describe('testExecutor catches an executor that', () => {
  it.each(Object.entries(BROKEN))('%s', async (_, [create, expected]) => {
    const { failures } = await collectFailures((runner) => testExecutor(create, runner), expected);
    expect(failures.map(({ message }) => message).join('\n')).toMatch(expected);
  });
});
