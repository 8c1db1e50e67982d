import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ClaudeContextAssembler } from '@ctx/assembler-claude';
import { CodexContextAssembler } from '@ctx/assembler-codex';
import { GeminiContextAssembler } from '@ctx/assembler-gemini';
import { createConversation, createLocalExecutor, createMemoryStore, createTeamContext, loadTeam } from '@ctx/team';
import { build } from 'esbuild';
import { installClis } from '../../e2e/install.mjs';
import { createRandom } from '../workloads/random.mjs';
import { createAnthropicCache, createGeminiCache, createOpenAICache } from './prompt-caches.mjs';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Loads the harness of the end-to-end tests: model server, folders, team file. It is TypeScript, so it is bundled
 * first.
 */
export async function loadHarness() {
  mkdirSync(here('../.tmp'), { recursive: true });
  const folder = mkdtempSync(here('../.tmp/harness-'));
  const outfile = join(folder, 'harness.mjs');
  const parts = ['model-server/index.ts', 'harness/place.ts', 'harness/team-of-clis.ts'];
  const contents = parts.map((part) => `export * from ${JSON.stringify(here(`../../e2e/${part}`))};`).join('\n');
  await build({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    outfile,
    format: 'esm',
    platform: 'node',
    external: ['@ctx/*', 'yaml'],
    nodePaths: [here('../../node_modules')],
    logLevel: 'error',
  });
  const harness = await import(outfile);
  rmSync(folder, { recursive: true });
  return harness;
}

/**
 * Lets a team of three CLIs talk for some turns, one after the other. Every message contains a unique fact. Returns a
 * summary for each CLI: the bytes that ctx sent, the tokens its service received, and how many facts its last request
 * contains.
 */
export async function talk(harness, { turns, seed, memberFields, onTurn }) {
  const { startModelServer, createPlace, CLI_MEMBERS, cliMember, writeTeam, personalEnvironment, text } = harness;
  const setting = { server: await startModelServer(), place: createPlace() };
  const caches = { anthropic: createAnthropicCache(), openai: createOpenAICache(), gemini: createGeminiCache() };
  const asked = [];
  const words = createWords(seed);
  let answers = 0;
  setting.server.react(({ api, body }) => {
    const tokens = caches[api](body);
    asked.push({ api, ...tokens, body: JSON.stringify(body) });
    return { ...text(`Finding ${++answers} of the team. ${words(600)}`), tokens: { ...tokens, output: 200 } };
  });
  const file = writeTeam(
    setting,
    CLI_MEMBERS.map((member) => cliMember(member, setting, memberFields)),
    { maxTurns: turns },
  );
  const restore = enterHome(
    personalEnvironment(
      setting,
      CLI_MEMBERS.map(({ id }) => id),
    ),
  );
  try {
    const team = await loadTeam(file);
    const assemblers = [new ClaudeContextAssembler(), new CodexContextAssembler(), new GeminiContextAssembler()];
    const context = createTeamContext({ team, assemblers });
    const executor = createLocalExecutor({ team, env: process.env, cwd: setting.place.project });
    const conversation = createConversation({ team, context, executor, store: createMemoryStore() });
    const ends = [];
    const reading = (async () => {
      for await (const event of conversation.events()) if (event.type === 'turn-end') ends.push(event);
    })();
    for (let turn = 0; turn < turns; turn++) {
      onTurn(turn);
      const { id } = CLI_MEMBERS[turn % CLI_MEMBERS.length];
      await conversation.send(`Question ${turn + 1} of Alice. ${words(400)}`, { to: [id] });
      await conversation.idle();
    }
    const messages = context.getMessages();
    await conversation.close();
    await reading;
    return CLI_MEMBERS.map((member) => summary(member, { ends, asked, messages }));
  } finally {
    restore();
    await setting.server.close();
    setting.place.remove();
  }
}

const API_OF = { claude: 'anthropic', codex: 'openai', gemini: 'gemini' };

function summary({ id, agent }, { ends, asked, messages }) {
  const own = ends.filter(({ member }) => member === id);
  const failed = own.find(({ status }) => status !== 'completed');
  if (failed !== undefined) {
    throw new Error(`A turn of ${agent} has the status ${failed.status}: ${failed.error?.message}`);
  }
  const requests = asked.filter(({ api }) => api === API_OF[agent]);
  const sum = (list, of) => list.reduce((total, item) => total + of(item), 0);
  // All messages before its last answer.
  const before = messages.slice(
    0,
    messages.findIndex((message) => message.id === own.at(-1).messageId),
  );
  const facts = before.map(({ content }) => content.slice(0, content.indexOf('.')));
  const last = requests.at(-1).body;
  return {
    agent,
    turns: own.length,
    bytes: sum(own, ({ receipt }) => receipt.usedBytes),
    input: sum(requests, ({ input }) => input),
    notCached: sum(requests, ({ input, cached }) => input - cached),
    facts: facts.length,
    factsKnown: facts.filter((fact) => last.includes(`${fact}.`)).length,
  };
}

/** Creates texts that do not repeat. The same seed gives the same texts. */
function createWords(seed) {
  const { below } = createRandom(seed);
  return (length) => {
    let text = '';
    while (text.length < length) text += `${below(36 ** 6).toString(36)} `;
    return `${text.trim()}.`;
  };
}

/** Makes the CLIs use this environment and the pinned programs. Returns a function that restores the environment. */
function enterHome(env) {
  const before = { ...process.env };
  Object.assign(process.env, env, { PATH: `${installClis()}${delimiter}${process.env.PATH ?? ''}` });
  return () => {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  };
}
