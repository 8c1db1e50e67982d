import { type DriverScenario, SCENARIO_ANSWER, SCENARIO_PARTIAL, testDriver } from '@ctx/testkit';
import { afterAll, describe, it } from 'vitest';
import { runStreamed } from '../run/run-streamed.ts';
import { MEMBERS } from './__fixtures__/api-members.ts';
import type { GeminiBody } from './__fixtures__/gemini-rules.ts';
import { startModelServer } from './__fixtures__/model-server.ts';
import type { OpenAIBody } from './__fixtures__/openai-rules.ts';
import { type Reply, says } from './__fixtures__/replies.ts';

type Body = GeminiBody & OpenAIBody;

/** The model's reply in each scenario. The driver's address names the scenario. */
const SCENARIOS: Readonly<Record<DriverScenario, (body: Body) => Reply>> = {
  text: () => says(...SCENARIO_ANSWER),
  echo: (body) => says(promptOf(body)),
  tool: (body) => {
    const hasResult = JSON.stringify(body).includes('seven');
    return hasResult ? says(SCENARIO_ANSWER) : { chunks: [{ call: { name: 'count', args: { to: 7 } } }] };
  },
  empty: () => ({ chunks: [] }),
  auth: () => ({ status: 401, message: 'No such key.' }),
  'rate-limit': () => ({ status: 429, message: 'Too much.' }),
  failure: () => ({ ...says(SCENARIO_PARTIAL), ending: 'drop' }),
  'no-end': () => ({ ...says(SCENARIO_PARTIAL), ending: 'close' }),
  hang: () => ({ ...says(SCENARIO_PARTIAL), ending: 'hang' }),
};

function promptOf(body: Body): string {
  const content = body.messages?.at(-1)?.content ?? body.contents?.at(-1)?.parts?.[0]?.text;
  return String(content);
}

const server = await startModelServer((body, path) => SCENARIOS[path.split('/')[1] as DriverScenario](body));
afterAll(() => server.close());

const tools = [{ name: 'count', execute: () => 'seven' }];

for (const [name, create] of Object.entries(MEMBERS)) {
  describe(name, () => {
    testDriver((scenario) => create(`${server.baseUrl}/${scenario}`, { tools }), { describe, it, run: runStreamed });
  });
}
