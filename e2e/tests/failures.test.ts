import { readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { codex } from '@ctx/agent-runner';
import { describe, expect, it } from 'vitest';
import { AGENTS, API_KEY, agentNamed } from '../harness/agents.ts';
import { setStage } from '../harness/stage.ts';
import { drop } from '../model-server/index.ts';

const STATUSES = [
  [401, 'CTX_AGENT_AUTH'],
  [429, 'CTX_AGENT_RATE_LIMIT'],
  [500, 'CTX_AGENT_FAILED'],
] as const;

describe.each(AGENTS)('$name fails with a result', (agent) => {
  it.each(STATUSES)('when the model server says %i: %s', async (status, code) => {
    const stage = await setStage(agent);
    stage.server.react({ status });
    const { events, result } = await stage.play({ prompt: 'Say hello.' });
    expect(result).toMatchObject({ status: 'failed', text: '', error: { code } });
    // In the CLI's own words: Codex puts a 500 in nicer ones.
    expect(result.error!.message).toMatch(new RegExp(`${status}|high demand`));
    expect(events.filter(({ type }) => type === 'text' || type === 'text-delta')).toEqual([]);
    expect(JSON.stringify(events)).not.toContain(API_KEY);
    expect(stage.survivors()).toEqual([]);
  });

  it('when the connection is cut in the middle of the answer', async () => {
    const stage = await setStage(agent);
    stage.server.react(drop());
    const { result } = await stage.play({ prompt: 'Say hello.' });
    expect(['failed', 'completed']).toContain(result.status);
    // Gemini CLI calls a cut-off answer a success, and nothing in its stream tells otherwise.
    if (agent.name !== 'gemini') expect(result.status).toBe('failed');
    expect(['', 'Half an answer']).toContain(result.text);
    expect(stage.survivors()).toEqual([]);
  });

  it('when nobody listens at the address', async () => {
    const stage = await setStage(agent);
    const nobody = { ...stage.server, url: `http://127.0.0.1:${await freePort()}` };
    const silent = { ...agent, env: () => agent.env(nobody, stage.place), driver: () => agent.driver(nobody) };
    const alone = await setStage(silent);
    const { result } = await alone.play({ prompt: 'Say hello.' }, { timeoutMs: 45_000 });
    expect(result).toMatchObject({ status: 'failed', text: '' });
    expect(result.error!.message).not.toBe('');
  });

  it('and leaves nothing of the prompt in the folder for temporary files', async () => {
    const stage = await setStage(agent);
    const before = readdirSync(tmpdir());
    stage.server.react({ status: 500 });
    expect((await stage.play({ prompt: 'Say hello.' })).result.status).toBe('failed');
    expect(readdirSync(tmpdir())).toEqual(before);
  });

  it('when it cannot be resumed because there is no such session', async () => {
    const stage = await setStage(agent);
    const resume = { sessionId: '5f0c9e8e-0000-4000-8000-0123456789ab' };
    const { result, calls } = await stage.play({ prompt: 'Go on.', resume });
    expect(result).toMatchObject({ status: 'failed', text: '' });
    expect(result.error!.message).toMatch(/session|thread|conversation/i);
    expect(calls).toEqual([]);
  });
});

it('codex, whose endpoint is gone and who may retry a hundred times, is ended by the idle limit', async () => {
  const provider = [
    'name="e2e"',
    `base_url="http://127.0.0.1:${await freePort()}/v1"`,
    'env_key="E2E_API_KEY"',
    'wire_api="responses"',
    'request_max_retries=0',
    'stream_max_retries=100',
  ];
  const args = ['model_provider=e2e', ...provider.map((setting) => `model_providers.e2e.${setting}`)].flatMap(
    (setting) => ['-c', setting],
  );
  const stage = await setStage({ ...agentNamed('codex'), driver: () => codex({ args }) });
  const { result, events } = await stage.play({ prompt: 'Say hello.' }, { idleTimeoutMs: 6_000 });
  expect(events.filter((event) => event.type === 'notice' && event.kind === 'retry').length).toBeGreaterThan(2);
  expect(result).toMatchObject({ status: 'timed-out', text: '', error: { code: 'CTX_AGENT_TIMEOUT' } });
  expect(result.error!.message).toMatch(/nothing but retries for 6 s; .*It last said: Reconnecting/);
  expect(stage.survivors()).toEqual([]);
});

/** A port that was free a moment ago. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address() as { port: number };
      server.close(() => resolve(address.port));
    });
  });
}
