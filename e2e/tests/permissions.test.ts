import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandPlan, TurnInput } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { AGENTS } from '../harness/agents.ts';
import { createFixture, type Fixture } from '../harness/fixture.ts';
import { writeHostileSettings } from '../harness/hostile-settings.ts';
import { hello } from '../model-server/index.ts';

const WRITTEN = 'written.txt';
const TOUCHED = 'touched.txt';

describe.each(AGENTS)('$name with read-only permissions', (agent) => {
  for (const hostile of ['folder', 'home', 'folder and home']) {
    it(`writes nothing in a new or a resumed session, with hostile settings in: ${hostile}`, async () => {
      const fixture = await createFixture(agent);
      const first = await fixture.runTurn({ prompt: 'Say hello.', session: 'keep' });
      for (const where of ['folder', 'home'] as const) {
        if (hostile.includes(where)) writeHostileSettings(fixture.place, agent, where);
      }
      await askForBoth(fixture, {});
      await askForBoth(fixture, { session: 'keep', resume: { sessionId: first.result.sessionId! } });
      expect(fixture.place.visibleFiles()).toEqual([]);
    });
  }

  it('would write with these settings without the protection of the driver', async () => {
    const fixture = await createFixture(agent);
    // As root, Claude Code does not even start with the home's settings.
    writeHostileSettings(fixture.place, agent, agent.name === 'claude' ? 'folder' : 'home');
    fixture.server.react(agent.shell(`touch ${TOUCHED}`), hello());
    await fixture.runTurn({ prompt: 'Do it.' }, { alter: withoutProtection });
    expect(fixture.place.visibleFiles()).toContain(TOUCHED);
  });

  it('reports that a tool was refused', async () => {
    const fixture = await createFixture(agent);
    fixture.server.react(agent.writeFile(join(fixture.place.project, WRITTEN)), hello());
    const { events, calls } = await fixture.runTurn({ prompt: 'Write it.' });
    expect(calls).toHaveLength(2);
    const isReported = events.some(
      (event) =>
        (event.type === 'tool-result' && event.isError) ||
        (event.type === 'notice' && event.kind === 'permission-denied'),
    );
    // Codex reports it only to its model.
    expect(isReported).toBe(agent.name !== 'codex');
  });
});

describe.each(AGENTS)('$name with edit permissions', (agent) => {
  it('writes the file the model asks for, in a new and in a resumed session', async () => {
    const fixture = await createFixture(agent);
    for (const name of ['one.txt', 'two.txt']) {
      const path = join(fixture.place.project, name);
      const sessionId = name === 'one.txt' ? undefined : await startReadOnly(fixture);
      fixture.server.react(agent.writeFile(path), hello());
      const { result } = await fixture.runTurn({
        prompt: 'Write it.',
        permissions: 'edit',
        session: 'keep',
        resume: sessionId === undefined ? undefined : { sessionId },
      });
      expect(result.status).toBe('completed');
      expect(readFileSync(path, 'utf8')).toBe('written by the model\n');
    }
  });

  it('does not write outside its folder', async () => {
    const fixture = await createFixture(agent);
    const outside = join(fixture.place.home, WRITTEN);
    fixture.server.react(agent.writeFile(outside), hello());
    await fixture.runTurn({ prompt: 'Write it.', permissions: 'edit' });
    expect(existsSync(outside)).toBe(false);
  });
});

describe.each(AGENTS)('$name with full permissions', (agent) => {
  it('is not started unless the caller allows it', async () => {
    const fixture = await createFixture(agent);
    const refused = fixture.runTurn({ prompt: 'Do it.', permissions: 'full' });
    await expect(refused).rejects.toMatchObject({ code: 'CTX_PERMISSION_REFUSED' });
    expect(fixture.server.requests).toEqual([]);
  });
});

/** Removes the flags that protect against settings files, with their values. */
function withoutProtection(plan: CommandPlan): CommandPlan {
  const flags = ['--setting-sources', '--admin-policy', '--allowed-mcp-server-names', '-e'];
  const alone = ['--strict-mcp-config', '--ignore-rules'];
  const args = plan.args.filter(
    (word, index) => ![...flags, ...alone].includes(word) && !flags.includes(plan.args[index - 1] ?? ''),
  );
  return { ...plan, args };
}

async function startReadOnly(fixture: Fixture): Promise<string> {
  fixture.server.react(hello());
  return (await fixture.runTurn({ prompt: 'Say hello.', session: 'keep' })).result.sessionId!;
}

/** Lets the model ask for a file and for a shell command. The turn must complete although both are refused. */
async function askForBoth({ agent, place, server, runTurn }: Fixture, input: Pick<TurnInput, 'session' | 'resume'>) {
  server.react(agent.writeFile(join(place.project, WRITTEN)), agent.shell(`touch ${TOUCHED}`), hello());
  const { result, calls } = await runTurn({ prompt: 'Do both.', ...input });
  expect(result.status).toBe('completed');
  expect(calls).toHaveLength(3);
}
