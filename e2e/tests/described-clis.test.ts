import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { probe } from '@ctx/agent-runner';
import { describe, expect, it } from 'vitest';
import { API_KEY } from '../harness/agents.ts';
import { DESCRIBED_AGENTS, type DescribedAgent } from '../harness/described-agents.ts';
import { type Stage, setStage } from '../harness/stage.ts';
import { HELLO, hello } from '../model-server/index.ts';

const PACKAGES = { qwen: '@qwen-code/qwen-code', opencode: 'opencode-ai', copilot: '@github/copilot' };
const pinned: Record<string, string> = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
).dependencies;

async function stageOf(agent: DescribedAgent, { hostile = false } = {}): Promise<Stage<DescribedAgent>> {
  const stage = await setStage(agent);
  agent.writeSettings(stage.place, stage.server, hostile);
  return stage;
}

const LIMIT = { timeoutMs: 150_000 };

describe.each(DESCRIBED_AGENTS)('$name, whose driver is data', (agent) => {
  it('answers; the prompt arrives whole and last, and reads no file and runs no command', async () => {
    const stage = await stageOf(agent);
    stage.place.write('secret.txt', 'the-secret-7f');
    const prompt = '/help me with @secret.txt — ünï ✓';
    const { events, result, calls } = await stage.play({ prompt, systemFlag: '/clear is what I am' }, LIMIT);
    expect(result).toMatchObject({ status: 'completed', text: HELLO.join(''), sessionId: expect.any(String) });
    const delivered = events.flatMap((event) =>
      event.type === 'text' || event.type === 'text-delta' ? event.text : [],
    );
    expect(delivered.join('')).toBe(HELLO.join(''));
    const [last] = agent.conversation(calls[0]!).slice(-1);
    const escaped = agent.name === 'qwen' ? prompt.replace('@', '\\@') : prompt;
    expect(last).toContain(`/clear is what I am\n\n${escaped}`);
    expect(JSON.stringify(stage.server.requests.map(({ body }) => body))).not.toContain('the-secret-7f');
    expect(JSON.stringify(events)).not.toContain(API_KEY);
    expect(calls[0]).toMatchObject({ api: 'openai-chat', headers: { authorization: `Bearer ${API_KEY}` } });
    // Copilot CLI counts requests, not tokens.
    if (agent.name !== 'copilot') expect(result.usage).toMatchObject({ inputTokens: 1234, cachedInputTokens: 1000 });
    expect(stage.survivors()).toEqual([]);
  });

  it('writes nothing when it is read-only, whatever settings in the folder and the home say', async () => {
    const stage = await stageOf(agent, { hostile: true });
    const before = stage.place.visibleFiles();
    stage.server.react(
      agent.writeFile(join(stage.place.project, 'written.txt')),
      agent.shell('touch touched.txt'),
      hello(),
    );
    const { events, result } = await stage.play({ prompt: 'Do both.' }, LIMIT);
    expect(result.status).toBe('completed');
    expect(stage.place.visibleFiles()).toEqual(before);
    const results = events.filter((event) => event.type === 'tool-result');
    // opencode offers no such tool: what the model asks for is no call at all.
    if (agent.name !== 'opencode') expect(results).toMatchObject([{ isError: true }, { isError: true }]);
  });

  it('writes files but runs no command when it may edit', async () => {
    const stage = await stageOf(agent);
    const path = join(stage.place.project, 'written.txt');
    stage.server.react(agent.writeFile(path), agent.shell('touch touched.txt'), hello());
    const { result } = await stage.play({ prompt: 'Do both.', permissions: 'edit' }, LIMIT);
    expect(result).toMatchObject({ status: 'completed', text: HELLO.join('') });
    expect(readFileSync(path, 'utf8')).toBe('written by the model\n');
    expect(existsSync(join(stage.place.project, 'touched.txt'))).toBe(false);
  });

  it('fails with a code, and without its error words as an answer, when the key is refused', async () => {
    const stage = await stageOf(agent);
    stage.server.react({ status: 401 });
    const { events, result } = await stage.play({ prompt: 'Say hello.' }, LIMIT);
    expect(result).toMatchObject({ status: 'failed', text: '', error: { code: 'CTX_AGENT_AUTH' } });
    expect(events.filter(({ type }) => type === 'text' || type === 'text-delta')).toEqual([]);
  });

  it('is found by probe, with its version', async () => {
    const { place } = await stageOf(agent);
    const found = await probe(agent.name, { env: agent.env((await setStage(agent)).server, place), timeoutMs: 60_000 });
    expect(found).toMatchObject({ installed: true, version: pinned[PACKAGES[agent.name]] });
  });
});
