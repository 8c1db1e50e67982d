import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { probe } from '@ctx/agent-runner';
import { describe, expect, it } from 'vitest';
import { API_KEY } from '../harness/agents.ts';
import { DESCRIBED_AGENTS, type DescribedAgent } from '../harness/described-agents.ts';
import { createFixture, deliveredText, type Fixture } from '../harness/fixture.ts';
import { pinnedVersion } from '../harness/pinned-version.ts';
import { HELLO, hello } from '../model-server/index.ts';

const PACKAGES = { qwen: '@qwen-code/qwen-code', opencode: 'opencode-ai', copilot: '@github/copilot' };

async function fixtureWithSettings(agent: DescribedAgent, { hostile = false } = {}): Promise<Fixture<DescribedAgent>> {
  const fixture = await createFixture(agent);
  agent.writeSettings(fixture.place, fixture.server, hostile);
  return fixture;
}

const LIMIT = { timeoutMs: 150_000 };

describe.each(DESCRIBED_AGENTS)('$name', (agent) => {
  it('answers a prompt without following its @file or /command', async () => {
    const fixture = await fixtureWithSettings(agent);
    fixture.place.write('secret.txt', 'the-secret-7f');
    const prompt = '/help me with @secret.txt — ünï ✓';
    const { events, result, calls } = await fixture.runTurn({ prompt, systemFlag: '/clear is what I am' }, LIMIT);
    expect(result).toMatchObject({ status: 'completed', text: HELLO.join(''), sessionId: expect.any(String) });
    expect(deliveredText(events)).toBe(HELLO.join(''));
    const [last] = agent.conversation(calls[0]!).slice(-1);
    const escaped = agent.name === 'qwen' ? prompt.replace('@', '\\@') : prompt;
    expect(last).toContain(`/clear is what I am\n\n${escaped}`);
    expect(JSON.stringify(fixture.server.requests.map(({ body }) => body))).not.toContain('the-secret-7f');
    expect(JSON.stringify(events)).not.toContain(API_KEY);
    expect(calls[0]).toMatchObject({ api: 'openai-chat', headers: { authorization: `Bearer ${API_KEY}` } });
    // Copilot CLI counts requests, not tokens.
    if (agent.name !== 'copilot') expect(result.usage).toMatchObject({ inputTokens: 1234, cachedInputTokens: 1000 });
    expect(fixture.survivors()).toEqual([]);
  });

  it('writes nothing with read-only permissions, despite hostile settings in the folder and the home', async () => {
    const fixture = await fixtureWithSettings(agent, { hostile: true });
    const before = fixture.place.visibleFiles();
    fixture.server.react(
      agent.writeFile(join(fixture.place.project, 'written.txt')),
      agent.shell('touch touched.txt'),
      hello(),
    );
    const { events, result } = await fixture.runTurn({ prompt: 'Do both.' }, LIMIT);
    expect(result.status).toBe('completed');
    expect(fixture.place.visibleFiles()).toEqual(before);
    const results = events.filter((event) => event.type === 'tool-result');
    // opencode does not offer these tools, so there are no tool calls.
    if (agent.name !== 'opencode') expect(results).toMatchObject([{ isError: true }, { isError: true }]);
  });

  it('writes files but runs no commands with edit permissions', async () => {
    const fixture = await fixtureWithSettings(agent);
    const path = join(fixture.place.project, 'written.txt');
    fixture.server.react(agent.writeFile(path), agent.shell('touch touched.txt'), hello());
    const { result } = await fixture.runTurn({ prompt: 'Do both.', permissions: 'edit' }, LIMIT);
    expect(result).toMatchObject({ status: 'completed', text: HELLO.join('') });
    expect(readFileSync(path, 'utf8')).toBe('written by the model\n');
    expect(existsSync(join(fixture.place.project, 'touched.txt'))).toBe(false);
  });

  it('fails with CTX_AGENT_AUTH and an empty answer if the key is refused', async () => {
    const fixture = await fixtureWithSettings(agent);
    fixture.server.react({ status: 401 });
    const { events, result } = await fixture.runTurn({ prompt: 'Say hello.' }, LIMIT);
    expect(result).toMatchObject({ status: 'failed', text: '', error: { code: 'CTX_AGENT_AUTH' } });
    expect(events.filter(({ type }) => type === 'text' || type === 'text-delta')).toEqual([]);
  });

  it('is found by probe with its version', async () => {
    const { place } = await fixtureWithSettings(agent);
    const found = await probe(agent.name, {
      env: agent.env((await createFixture(agent)).server, place),
      timeoutMs: 60_000,
    });
    expect(found).toMatchObject({ installed: true, version: pinnedVersion(PACKAGES[agent.name]) });
  });
});
