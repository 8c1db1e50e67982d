// @ts-check
// Holds a conversation step by step, in its own process. Each line on stdin lets the agent continue by one part, or end.
import { createInterface } from 'node:readline';
import {
  createConversation,
  createFileStore,
  createLiveExecutor,
  createTeamContext,
  parseTeam,
} from '../../../packages/team/dist/index.js';

const directory = '.ctx/sessions';
const team = parseTeam(`
name: live
task: Say it slowly.
members:
  - { id: alice, displayName: Alice, type: human }
  - { id: sarah, displayName: Sarah, type: ai, agentType: command, command: [none] }
  - { id: max, displayName: Max, type: ai, agentType: command, command: [none] }
`);

/** @type {(() => void)[]} */
const waiting = [];
let ahead = 0;
createInterface({ input: process.stdin }).on('line', () => {
  const next = waiting.shift();
  if (next === undefined) ahead += 1;
  else next();
});

/** @returns {Promise<void>} */
function step() {
  if (ahead === 0) return new Promise((resolve) => waiting.push(resolve));
  ahead -= 1;
  return Promise.resolve();
}

const STEPS = ['The **first** word, ', 'the second word, ', 'the third.'];

const conversation = createConversation({
  team,
  context: createTeamContext({ team }),
  executor: createLiveExecutor(
    {
      async *run() {
        yield { type: 'tool-call', id: '1', name: 'Read', input: { file_path: 'src/words.ts' } };
        yield { type: 'tool-result', id: '1', output: 'words', isError: false };
        for (const text of STEPS) {
          await step();
          yield { type: 'text-delta', text };
        }
        await step();
        const text = STEPS.join('');
        yield {
          type: 'turn-end',
          result: { status: 'completed', text, usage: { inputTokens: 1200, outputTokens: 30 } },
        };
      },
    },
    { directory },
  ),
  store: await createFileStore({ sessionId: 'live', directory }),
});
await conversation.send('Begin. [NEXT: Sarah, Max]');
console.log('began');
