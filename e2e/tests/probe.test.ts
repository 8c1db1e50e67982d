import { probe } from '@ctx/agent-runner';
import { describe, expect, it } from 'vitest';
import { AGENTS } from '../harness/agents.ts';
import { createFixture } from '../harness/fixture.ts';
import { pinnedVersion } from '../harness/pinned-version.ts';

const PACKAGES = { claude: '@anthropic-ai/claude-code', codex: '@openai/codex', gemini: '@google/gemini-cli' };

/** On a busy machine a CLI may need longer than the default to say its version. */
const TIMEOUT_MS = 60_000;

describe.each(AGENTS)('probing $name', (agent) => {
  it('finds the installed version and that nobody is signed in, without a model call', async () => {
    const { place, server } = await createFixture(agent);
    const env = { HOME: place.home, CODEX_HOME: `${place.home}/.codex`, GEMINI_CLI_HOME: place.home };
    const result = await probe(agent.name, { env, timeoutMs: TIMEOUT_MS });
    expect(result).toMatchObject({ installed: true, version: pinnedVersion(PACKAGES[agent.name]), signedIn: 'no' });
    expect(server.requests).toEqual([]);
  });

  it('finds an API key without revealing it', async () => {
    const { place, server } = await createFixture(agent);
    const key = { claude: 'ANTHROPIC_API_KEY', codex: 'CODEX_API_KEY', gemini: 'GEMINI_API_KEY' }[agent.name];
    const env = { HOME: place.home, CODEX_HOME: `${place.home}/.codex`, GEMINI_CLI_HOME: place.home };
    const result = await probe(agent.name, { env: { ...env, [key]: 'sk-e2e-some-key' }, timeoutMs: TIMEOUT_MS });
    expect(result.signedIn).toBe('yes');
    expect(JSON.stringify(result)).not.toContain('sk-e2e-some-key');
    expect(server.requests).toEqual([]);
  });
});
