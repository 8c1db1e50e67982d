import { createHash } from 'node:crypto';
import type { SessionStore, TurnResult } from '@ctx/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Script, scriptedExecutor } from '../../__fixtures__/scripted-executor.ts';
import { quietContext, teamOf } from '../../__fixtures__/team-of.ts';
import { createMemoryStore } from '../../session/memory-store.ts';
import type { Conversation } from '../conversation.ts';
import { createConversation } from '../create-conversation.ts';
import { resumeConversation } from '../resume-conversation.ts';

const AGENTS = ['a', 'b', 'c', 'd'];

const answers: readonly (string | TurnResult)[] = [
  'One. [NEXT: a]',
  'Two. [NEXT: b, c!P1]',
  'Three. [NEXT: d!P3, a, b]',
  'Four. [NEXT: a, b, c, d]',
  'Five. [DROP: ALL]',
  'Six. [DROP: b] [NEXT: c]',
  'Seven. [TEAM_TASK: other] [NEXT: nobody]',
  'Eight.',
  '',
  { status: 'failed', text: '', error: { code: 'CTX_AGENT_FAILED', message: 'No.' } },
  { status: 'timed-out', text: 'Nine [NEXT: a]', error: { code: 'CTX_AGENT_TIMEOUT', message: 'Late.' } },
];

/** Answers depend only on member and prompt, so that a turn that runs again gives the same answer. */
function executorOf(seed: number) {
  const script: Script = ({ member, prompt }) => {
    const hash = createHash('sha256').update(`${seed} ${member} ${prompt}`).digest();
    return answers[hash.readUInt32BE() % answers.length]!;
  };
  return scriptedExecutor(Object.fromEntries(AGENTS.map((id) => [id, script]))).executor;
}

class Killed extends Error {}

/** A store that fails forever after this many appends, as if its writer had been killed. */
function killedAfter(store: SessionStore, appends: number): SessionStore {
  let left = appends;
  return {
    append: async (...args) => {
      left -= 1;
      if (left < 0) throw new Killed();
      return store.append(...args);
    },
    read: (fromSeq) => store.read(fromSeq),
    close: async () => {},
  };
}

/** Sends the texts that have not been sent yet, one after the other. Returns false when the store was killed. */
async function say(conversation: Conversation, texts: readonly string[]): Promise<boolean> {
  conversation.proceed();
  await conversation.idle();
  const said = new Set(conversation.messages().map(({ content }) => content));
  for (const text of texts) {
    if (said.has(text) || conversation.status().state === 'ended') continue;
    const sent = await conversation.send(text).catch((error: unknown) => error);
    if (sent instanceof Killed) return false;
    await conversation.idle();
  }
  return conversation.status().state !== 'ended';
}

describe('a conversation that is killed after any appends and resumed', () => {
  it('ends with the same messages and the same queue as one that is never killed', async () => {
    const human = fc.constantFrom('[NEXT: a]', '[NEXT: b, c, d!P1]', '[NEXT: a!P3, b] [DROP: c]', 'Nothing.');
    await fc.assert(
      fc.asyncProperty(
        fc.integer(),
        fc.array(human, { minLength: 1, maxLength: 4 }),
        fc.array(fc.nat({ max: 30 }), { maxLength: 6 }),
        async (seed, spoken, kills) => {
          const texts = spoken.map((text, index) => `${index}. ${text}`);
          const team = teamOf(AGENTS, { maxTurns: 9 });
          const common = { team, executor: executorOf(seed) };

          const undisturbed = createConversation({ ...common, context: quietContext(), store: createMemoryStore() });
          await say(undisturbed, texts);

          const store = createMemoryStore();
          let conversation = createConversation({
            ...common,
            context: quietContext(),
            store: killedAfter(store, kills[0] ?? Number.POSITIVE_INFINITY),
          });
          for (let run = 1; !(await say(conversation, texts)); run++) {
            const next = killedAfter(store, kills[run] ?? Number.POSITIVE_INFINITY);
            const isEmpty = (await store.read()[Symbol.asyncIterator]().next()).done === true;
            const options = { ...common, context: quietContext(), store: next };
            conversation = isEmpty ? createConversation(options) : await resumeConversation(options);
          }

          const comparable = (of: Conversation) => {
            const { context, queue, floor, turnsSinceHuman, repliesInRow } = of.snapshot();
            const messages = context.messages.map(({ id, content, speaker }) => `${id} ${speaker.roleId}: ${content}`);
            return { messages, task: context.teamTask, queue, floor, turnsSinceHuman, repliesInRow };
          };
          expect(comparable(conversation)).toEqual(comparable(undisturbed));
        },
      ),
      { numRuns: 80 },
    );
  });
});
