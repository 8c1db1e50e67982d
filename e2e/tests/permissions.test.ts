import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CommandPlan, TurnInput } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { AGENTS } from '../harness/agents.ts';
import { writeHostileSettings } from '../harness/hostile-settings.ts';
import { type Stage, setStage } from '../harness/stage.ts';
import { hello } from '../model-server/index.ts';

const WRITTEN = 'written.txt';
const TOUCHED = 'touched.txt';

describe.each(AGENTS)('$name with read-only permissions', (agent) => {
  for (const hostile of ['folder', 'home', 'folder and home']) {
    it(`writes nothing, fresh and resumed; hostile settings: ${hostile}`, async () => {
      const stage = await setStage(agent);
      const begun = await stage.play({ prompt: 'Say hello.', session: 'keep' });
      for (const where of ['folder', 'home'] as const) {
        if (hostile.includes(where)) writeHostileSettings(stage.place, agent, where);
      }
      await askForBoth(stage, {});
      await askForBoth(stage, { session: 'keep', resume: { sessionId: begun.result.sessionId! } });
      expect(stage.place.visibleFiles()).toEqual([]);
    });
  }

  it('would write, with the same settings, if the driver did not keep them out', async () => {
    const stage = await setStage(agent);
    // As root, Claude Code does not even start with the home's settings.
    writeHostileSettings(stage.place, agent, agent.name === 'claude' ? 'folder' : 'home');
    stage.server.react(agent.shell(`touch ${TOUCHED}`), hello());
    await stage.play({ prompt: 'Do it.' }, { alter: withoutProtection });
    expect(stage.place.visibleFiles()).toContain(TOUCHED);
  });

  it('tells that something was refused', async () => {
    const stage = await setStage(agent);
    stage.server.react(agent.writeFile(join(stage.place.project, WRITTEN)), hello());
    const { events, calls } = await stage.play({ prompt: 'Write it.' });
    expect(calls).toHaveLength(2);
    const told = events.some(
      (event) =>
        (event.type === 'tool-result' && event.isError) ||
        (event.type === 'notice' && event.kind === 'permission-denied'),
    );
    // Codex tells its model, not its reader.
    expect(told).toBe(agent.name !== 'codex');
  });
});

describe.each(AGENTS)('$name with edit permissions', (agent) => {
  it('writes the file the model asks for, fresh and resumed', async () => {
    const stage = await setStage(agent);
    for (const name of ['one.txt', 'two.txt']) {
      const path = join(stage.place.project, name);
      const sessionId = name === 'one.txt' ? undefined : await beginReadOnly(stage);
      stage.server.react(agent.writeFile(path), hello());
      const { result } = await stage.play({
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
    const stage = await setStage(agent);
    const outside = join(stage.place.home, WRITTEN);
    stage.server.react(agent.writeFile(outside), hello());
    await stage.play({ prompt: 'Write it.', permissions: 'edit' });
    expect(existsSync(outside)).toBe(false);
  });
});

describe.each(AGENTS)('$name with full permissions', (agent) => {
  it('is refused, and not even started, unless the caller allows it', async () => {
    const stage = await setStage(agent);
    const refused = stage.play({ prompt: 'Do it.', permissions: 'full' });
    await expect(refused).rejects.toMatchObject({ code: 'CTX_PERMISSION_REFUSED' });
    expect(stage.server.requests).toEqual([]);
  });
});

/** Takes out the arguments that keep settings from deciding: each flag with the value behind it. */
function withoutProtection(plan: CommandPlan): CommandPlan {
  const flags = ['--setting-sources', '--admin-policy', '--allowed-mcp-server-names', '-e'];
  const alone = ['--strict-mcp-config', '--ignore-rules'];
  const args = plan.args.filter(
    (word, index) => ![...flags, ...alone].includes(word) && !flags.includes(plan.args[index - 1] ?? ''),
  );
  return { ...plan, args };
}

async function beginReadOnly(stage: Stage): Promise<string> {
  stage.server.react(hello());
  return (await stage.play({ prompt: 'Say hello.', session: 'keep' })).result.sessionId!;
}

/** The model asks for a file to be written and for one to be touched; the turn must end well all the same. */
async function askForBoth({ agent, place, server, play }: Stage, input: Pick<TurnInput, 'session' | 'resume'>) {
  server.react(agent.writeFile(join(place.project, WRITTEN)), agent.shell(`touch ${TOUCHED}`), hello());
  const { result, calls } = await play({ prompt: 'Do both.', ...input });
  expect(result.status).toBe('completed');
  expect(calls).toHaveLength(3);
}
