import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AGENTS, type Agent } from '../harness/agents.ts';
import { DESCRIBED_AGENTS } from '../harness/described-agents.ts';
import { createFixture } from '../harness/fixture.ts';
import { writeHostileFiles } from '../harness/hostile-project.ts';
import { hello } from '../model-server/index.ts';

const LIMIT = { timeoutMs: 150_000 };

/** What runs although ctx asks for none of it: docs/agents.md names each, and trust lists those of the project. */
const RUNS: Readonly<Record<string, readonly string[]>> = {
  codex: ['codex-mcp-of-home'],
  gemini: ['gemini-discovery-of-home', 'gemini-hook-of-home'],
  opencode: ['opencode-plugin-of-folder', 'opencode-plugin-of-home', 'opencode-plugin-of-parent'],
  // Its settings in the home trust the folder.
  copilot: ['claude-hook-of-folder', 'copilot-hook-of-folder', 'copilot-hook-of-home', 'mcp-json-of-folder'],
};

describe.each<Agent<string>>([...AGENTS, ...DESCRIBED_AGENTS])('$name among hostile files of all CLIs', (agent) => {
  it.each(['read-only', 'edit'] as const)(
    'starts and allows no more than the document says with %s, fresh and resumed',
    async (permissions) => {
      const fixture = await createFixture(agent);
      const { place, server } = fixture;
      const marks = writeHostileFiles(place);
      if (agent.name === 'opencode')
        DESCRIBED_AGENTS.find(({ name }) => name === agent.name)?.writeSettings(place, server, false);
      const first = await fixture.runTurn({ prompt: 'Say hello.', permissions, session: 'keep' }, LIMIT);
      expect(first.result.status).toBe('completed');
      server.react(agent.writeFile(join(place.project, 'written.txt')), agent.shell(`touch ${marks}/shell`), hello());
      const { sessionId } = first.result;
      const resume = sessionId === undefined ? undefined : { sessionId };
      const next = await fixture.runTurn({ prompt: 'Do both.', permissions, session: 'keep', resume }, LIMIT);
      expect(next.result.status).toBe('completed');
      expect(readdirSync(place.project).includes('written.txt')).toBe(permissions === 'edit');
      const ran = readdirSync(marks).filter((name) => name !== '.keep');
      expect(ran.filter((name) => !RUNS[agent.name]?.includes(name))).toEqual([]);
    },
  );
});

it('copilot starts nothing of a folder that the user has not trusted', async () => {
  const copilot = DESCRIBED_AGENTS.find(({ name }) => name === 'copilot')!;
  const fixture = await createFixture(copilot);
  const marks = writeHostileFiles(fixture.place);
  rmSync(join(fixture.place.home, '.copilot'), { recursive: true });
  expect((await fixture.runTurn({ prompt: 'Say hello.' }, LIMIT)).result.status).toBe('completed');
  expect(readdirSync(marks)).toEqual(['.keep']);
});
