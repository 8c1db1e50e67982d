import { readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { codex } from '@ctx/agent-runner';
import { describe, expect, it } from 'vitest';
import { AGENTS, API_KEY, agentNamed, codexProvider } from '../harness/agents.ts';
import { createFixture } from '../harness/fixture.ts';
import { drop } from '../model-server/index.ts';

const STATUSES = [
  [401, 'CTX_AGENT_AUTH'],
  [429, 'CTX_AGENT_RATE_LIMIT'],
  [500, 'CTX_AGENT_FAILED'],
] as const;

describe.each(AGENTS)('a failed turn of $name', (agent) => {
  it.each(STATUSES)('after status %i has the code %s', async (status, code) => {
    const fixture = await createFixture(agent);
    fixture.server.react({ status });
    const { events, result } = await fixture.runTurn({ prompt: 'Say hello.' });
    expect(result).toMatchObject({ status: 'failed', text: '', error: { code } });
    // The CLI's own message. Codex's message for a 500 does not contain the status.
    expect(result.error!.message).toMatch(new RegExp(`${status}|high demand`));
    expect(events.filter(({ type }) => type === 'text' || type === 'text-delta')).toEqual([]);
    expect(JSON.stringify(events)).not.toContain(API_KEY);
    expect(fixture.survivors()).toEqual([]);
  });

  it('after a broken connection has no text, or the text so far', async () => {
    const fixture = await createFixture(agent);
    fixture.server.react(drop());
    const { result } = await fixture.runTurn({ prompt: 'Say hello.' });
    expect(['failed', 'completed']).toContain(result.status);
    // Gemini CLI reports a cut-off answer as a success.
    if (agent.name !== 'gemini') expect(result.status).toBe('failed');
    expect(['', 'Half an answer']).toContain(result.text);
    expect(fixture.survivors()).toEqual([]);
  });

  it('has an error message if nothing listens at the address', async () => {
    const fixture = await createFixture(agent);
    const noServer = { ...fixture.server, url: `http://127.0.0.1:${await freePort()}` };
    const unconnected = {
      ...agent,
      env: () => agent.env(noServer, fixture.place),
      driver: () => agent.driver(noServer),
    };
    const { result } = await (await createFixture(unconnected)).runTurn(
      { prompt: 'Say hello.' },
      { timeoutMs: 45_000 },
    );
    expect(result).toMatchObject({ status: 'failed', text: '' });
    expect(result.error!.message).not.toBe('');
  });

  it('leaves no temporary files', async () => {
    const fixture = await createFixture(agent);
    const before = readdirSync(tmpdir());
    fixture.server.react({ status: 500 });
    expect((await fixture.runTurn({ prompt: 'Say hello.' })).result.status).toBe('failed');
    expect(readdirSync(tmpdir())).toEqual(before);
  });

  it('has an error message and makes no model call if the session to resume does not exist', async () => {
    const fixture = await createFixture(agent);
    const resume = { sessionId: '5f0c9e8e-0000-4000-8000-0123456789ab' };
    const { result, calls } = await fixture.runTurn({ prompt: 'Go on.', resume });
    expect(result).toMatchObject({ status: 'failed', text: '' });
    expect(result.error!.message).toMatch(/session|thread|conversation/i);
    expect(calls).toEqual([]);
  });
});

it('codex is ended by the idle limit if it only retries', async () => {
  const args = codexProvider({ url: `http://127.0.0.1:${await freePort()}` }, 100);
  const fixture = await createFixture({ ...agentNamed('codex'), driver: () => codex({ args }) });
  const { result, events } = await fixture.runTurn({ prompt: 'Say hello.' }, { idleTimeoutMs: 6_000 });
  expect(events.filter((event) => event.type === 'notice' && event.kind === 'retry').length).toBeGreaterThan(2);
  expect(result).toMatchObject({ status: 'timed-out', text: '', error: { code: 'CTX_AGENT_TIMEOUT' } });
  expect(result.error!.message).toMatch(/nothing but retries for 6 s; .*It last said: Reconnecting/);
  expect(fixture.survivors()).toEqual([]);
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
