import { DRIVER_SCENARIOS, type DriverScenario, SCENARIO_ANSWER, SCENARIO_PARTIAL, testDriver } from '@ctx/testkit';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { runStreamed } from '../run/run-streamed.ts';
import { MEMBERS } from './__fixtures__/api-members.ts';
import { type ModelServer, type Respond, startModelServer } from './__fixtures__/model-server.ts';
import { says } from './__fixtures__/replies.ts';

const TOOL = {
  name: 'read',
  parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
  execute: () => 'content-of-the-file',
};

type Body = Parameters<Respond>[0];

const questionIn = (body: Body) =>
  String(body.contents?.[0]?.parts?.[0]?.text ?? body.messages?.findLast(({ role }) => role === 'user')?.content);

const RESPONSES: Readonly<Record<DriverScenario, Respond>> = {
  text: () => says(...SCENARIO_ANSWER),
  echo: (body) => says(questionIn(body)),
  tool: (body) =>
    JSON.stringify(body).includes('content-of-the-file')
      ? says(SCENARIO_ANSWER)
      : { chunks: [{ call: { id: 'one', name: 'read', args: { path: 'a' }, signature: 'c2ln' } }] },
  empty: () => says(),
  auth: () => ({ status: 401, message: 'Invalid API key' }),
  'rate-limit': () => ({ status: 429, message: 'Too many requests' }),
  failure: () => ({ ...says(SCENARIO_PARTIAL), ending: 'drop' }),
  'no-end': () => ({ ...says(SCENARIO_PARTIAL), ending: 'close' }),
  hang: () => ({ ...says(SCENARIO_PARTIAL), ending: 'hang' }),
};

const servers = new Map<DriverScenario, ModelServer>();
beforeAll(async () => {
  for (const scenario of DRIVER_SCENARIOS) servers.set(scenario, await startModelServer(RESPONSES[scenario]));
});
afterAll(() => Promise.all([...servers.values()].map((server) => server.close())));

describe.each(Object.entries(MEMBERS))('%s', (_, create) => {
  testDriver((scenario) => create(servers.get(scenario)!.baseUrl, { tools: [TOOL] }), {
    describe,
    it,
    run: runStreamed,
  });
});
