import { readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { CommandPlan } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { agentNamed } from '../harness/agents.ts';
import { continuing, createFixture, type Fixture } from '../harness/fixture.ts';
import { writeHostileSettings } from '../harness/hostile-settings.ts';
import { hello } from '../model-server/index.ts';

const PERMISSIONS = ['read-only', 'edit'] as const;

describe('codex', () => {
  const codex = agentNamed('codex');
  const trusted = (...folders: string[]) =>
    folders.map((folder) => `[projects."${folder}"]\ntrust_level = "trusted"\n`).join('');

  /** A folder below a project, reached through a link, with settings in it and above it, all of which the user trusts. */
  async function trustedProject(): Promise<{ fixture: Fixture; cwd: string; config: string }> {
    const fixture = await createFixture(codex);
    const { place } = fixture;
    writeHostileSettings(place, codex, 'folder');
    place.write('.git/HEAD', 'ref: refs/heads/main\n');
    const below = join(place.project, 'sub', 'deep');
    place.write('sub/deep/.codex/config.toml', readFileSync(join(place.project, '.codex/config.toml'), 'utf8'));
    const cwd = join(place.home, 'link');
    symlinkSync(below, cwd);
    const config = trusted(place.project, dirname(below), below, cwd, dirname(place.home));
    place.write(join(place.home, '.codex/config.toml'), config);
    return { fixture, cwd, config };
  }

  it.each(PERMISSIONS)('starts nothing that the project names with %s, fresh and resumed', async (permissions) => {
    const { fixture, cwd, config } = await trustedProject();
    const before = fixture.place.visibleFiles();
    const first = await fixture.runTurn({ prompt: 'Say hello.', permissions, session: 'keep' }, { cwd });
    expect(first.result.status).toBe('completed');
    fixture.server.react(codex.shell(`touch ${fixture.place.home}/touched.txt`), hello());
    const next = await fixture.runTurn({ prompt: 'Do it.', permissions, ...continuing(first) }, { cwd });
    expect(next.result.status).toBe('completed');
    expect(fixture.place.visibleFiles()).toEqual(before);
    expect(() => readFileSync(join(fixture.place.home, 'touched.txt'))).toThrow('ENOENT');
    expect(readFileSync(join(fixture.place.home, '.codex/config.toml'), 'utf8')).toBe(config);
  });

  it('would start what the project names without the mark on its folders', async () => {
    const { fixture, cwd } = await trustedProject();
    await fixture.runTurn({ prompt: 'Say hello.' }, { cwd, alter: withoutMark });
    expect(fixture.place.visibleFiles()).toContain('mcp-of-folder');
  });
});

function withoutMark(plan: CommandPlan): CommandPlan {
  const at = plan.args.findIndex((word) => word.startsWith('projects='));
  return { ...plan, args: plan.args.filter((_, index) => index !== at && index !== at - 1) };
}
