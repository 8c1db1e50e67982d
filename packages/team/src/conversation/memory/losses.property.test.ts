import type { SessionStore } from '@ctx/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Outcome, sessionExecutor } from '../../__fixtures__/session-executor.ts';
import { teamOf } from '../../__fixtures__/team-of.ts';
import { createMemoryStore } from '../../session/memory-store.ts';
import { recordsOf } from '../__fixtures__/records-of.ts';
import type { Conversation } from '../conversation.ts';
import { createConversation } from '../create-conversation.ts';
import { resumeConversation } from '../resume-conversation.ts';
import { storeWith, wholeContext } from './__fixtures__/session-team.ts';

/** Everything that can happen in a turn or between two turns. */
const STEPS = [
  'max speaks',
  'gina speaks',
  'max fails',
  'max is cancelled',
  'max is compacted',
  'max holds too much',
  'all sessions are deleted',
  'all sessions are cut',
  'all sessions are continued by somebody else',
  'sessions are swapped',
  'another home',
  'another folder',
  'a new task',
  'no task',
  'ctx starts again',
  'a copy of the log is resumed at the same time',
] as const;

const team = teamOf(['max', 'gina'], { maxTurns: 1_000 });
const FAILURE = { code: 'CTX_AGENT_FAILED', message: 'No.' };

const copyOf = async (store: SessionStore) => storeWith(await recordsOf(store));

async function play(steps: readonly (typeof STEPS)[number][], forks: boolean): Promise<void> {
  const agents = sessionExecutor({ forks });
  const { executor, sessions } = agents;
  let lastNumber = 0;
  let context = wholeContext();
  let store: SessionStore = createMemoryStore();
  let conversation: Conversation = createConversation({ team, executor, context, store });

  /** Asks a member, and checks that session and prompt together hold every message once, its own included. */
  const ask = async (member: string, outcome: Outcome, asked = conversation, itsContext = context) => {
    const turnsBefore = agents.lived.length;
    agents.onTurn(() => outcome);
    await asked.send(`(word ${++lastNumber} of alice)`, { to: [member] });
    const expected = itsContext.getMessages();
    await asked.idle();
    const { before: text } = agents.lived.at(-1)!;
    expect(agents.lived.length).toBe(turnsBefore + 1);
    for (const { content } of expected) {
      // The system messages about two failed turns may be equal.
      const times = expected.filter((other) => other.content === content).length;
      expect({ content, times: text.split(content).length - 1, steps }).toEqual({ content, times, steps });
    }
  };
  const answer = () => `(word ${++lastNumber} of an agent)`;
  const change = (to: (id: string, text: string, all: readonly string[]) => string) => {
    const all = [...sessions.values()];
    for (const [id, text] of sessions) sessions.set(id, to(id, text, all));
  };
  const ACTIONS: Record<(typeof STEPS)[number], () => unknown> = {
    'max speaks': () => ask('max', answer()),
    'gina speaks': () => ask('gina', answer()),
    'max fails': () => ask('max', { status: 'failed', text: `(half of ${++lastNumber})`, error: FAILURE }),
    'max is cancelled': () => ask('max', { status: 'cancelled', text: `(half of ${++lastNumber})`, error: FAILURE }),
    'max is compacted': () => ask('max', { text: answer(), compacted: true }),
    'max holds too much': () => ask('max', { text: answer(), contextTokens: 150_000 }),
    'all sessions are deleted': () => sessions.clear(),
    'all sessions are cut': () => change((_, text) => text.slice(0, Math.floor(text.length / 2))),
    'all sessions are continued by somebody else': () => change((_, text) => `${text} And more.`),
    'sessions are swapped': () => change((_, text, all) => all.find((other) => other !== text) ?? text),
    'another home': () => agents.move({ home: `/home/${++lastNumber}` }),
    'another folder': () => agents.move({ cwd: `/elsewhere/${++lastNumber}` }),
    'a new task': () => conversation.setTask(`(task ${++lastNumber})`),
    'no task': () => conversation.setTask(null),
    async 'ctx starts again'() {
      const copy = await copyOf(store);
      await conversation.close();
      context = wholeContext();
      store = copy;
      conversation = await resumeConversation({ team, executor, context, store });
    },
    async 'a copy of the log is resumed at the same time'() {
      const side = wholeContext();
      const other = await resumeConversation({ team, executor, context: side, store: await copyOf(store) });
      await ask('max', answer(), other, side);
      await other.close();
    },
  };
  await ask('max', answer());
  for (const step of steps) await ACTIONS[step]();
  await ask('max', answer());
  await ask('max', answer());
  await conversation.close();
}

it('an agent knows every message exactly once, even if sessions, turns or ctx fail', async () => {
  const steps = fc.array(fc.constantFrom(...STEPS), { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(steps, fc.boolean(), (happened, forks) => play(happened, forks)),
    { numRuns: 200 },
  );
}, 120_000);
