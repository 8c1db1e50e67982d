import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseTeam } from '@ctx/team';
import { describe, expect, it } from 'vitest';
import { runCtx } from '../__fixtures__/run-ctx.ts';
import { createScriptedTeam, type ScriptedTeam, TEAM_FILE, trustTeam } from '../__fixtures__/scripted-team.ts';

const installed = { steps: [{ type: 'text', text: 'Hi.' }] } as const;
const all = { claude: installed, codex: installed, gemini: installed };

describe('ctx doctor', () => {
  it('says how to install what is missing, and exits with 1', async () => {
    const { exitCode, stdout } = await runCtx(await createScriptedTeam({}), ['doctor']);
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/✗ Codex +- +not installed\n +npm install -g @openai\/codex/);
    expect(stdout).toContain('3 of 3 agents cannot run yet.');
  });

  it('finds all installed CLIs, and exits with 0 if the team can run', async () => {
    const { exitCode, stdout } = await runCtx(await createScriptedTeam(all), ['doctor']);
    expect(stdout).toMatch(/✓ Claude Code +2\.1\.325 +signed in/);
    expect(stdout).toMatch(/✓ Sarah {2}Claude Code\n {2}✓ Max {4}Codex\n {2}✓ Gina {3}Gemini CLI\n/);
    expect(stdout).toContain('The team can run. Try: ctx chat');
    expect(exitCode).toBe(0);
  });

  it('says which CLI is not signed in', async () => {
    const { exitCode, stdout } = await runCtx(await createScriptedTeam(all), ['doctor'], {
      env: { GEMINI_API_KEY: '' },
    });
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(/✗ Gemini CLI +0\.61\.0 +not signed in/);
    expect(stdout).toContain('\nGina cannot run yet.\n');
  });

  it('tells a person who is only signed out how to sign in, with the vendor’s own command', async () => {
    const team = await createScriptedTeam({ gemini: installed });
    await rm(join(team.folder, 'ctx.team.yaml'));
    const { exitCode, stdout } = await runCtx(team, ['doctor'], { env: { GEMINI_API_KEY: '' } });
    expect(exitCode).toBe(1);
    expect(stdout).toMatch(
      /\nSign in, then: ctx init\n {2}Gemini CLI: gemini, and sign in there; or set GEMINI_API_KEY\n$/,
    );
    expect(stdout).not.toContain('Install one of them');
    const nothing = await createScriptedTeam({});
    await rm(join(nothing.folder, 'ctx.team.yaml'));
    const { stdout: advice } = await runCtx(nothing, ['doctor']);
    expect(advice).toContain('Install one of them, then: ctx init\nA program of your own (agentType: command) or a');
  });

  it('checks a member with the variables the team file passes to it', async () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the notation of the team file
    const passing = TEAM_FILE.replace('gemini }', 'gemini, env: { GEMINI_API_KEY: "${MY_API_KEY}" } }');
    const team = await createScriptedTeam(all, passing);
    const withKey = await runCtx(team, ['doctor'], { env: { GEMINI_API_KEY: '', MY_API_KEY: 'k' } });
    expect(withKey.stdout).toMatch(/✗ Gemini CLI +0\.61\.0 +not signed in/);
    expect(withKey.stdout).toMatch(/✓ Gina {3}Gemini CLI/);
    expect(withKey.exitCode).toBe(0);
    const emptyKey = await runCtx(team, ['doctor'], { env: { MY_API_KEY: '' } });
    expect(emptyKey.stdout).toMatch(/✗ Gina {3}Gemini CLI\n +Nobody is signed in/);
    expect(emptyKey.exitCode).toBe(1);
  });

  it('prints JSON with --json', async () => {
    const { stdout } = await runCtx(await createScriptedTeam({ codex: installed }), ['doctor', '--json']);
    const { canRun, agents, members } = JSON.parse(stdout);
    expect(canRun).toBe(false);
    const found = agents.filter(({ installed: isThere }: { installed: boolean }) => isThere);
    expect(agents).toHaveLength(6);
    expect(found.map(({ agentType }: { agentType: string }) => agentType)).toEqual(['openai-codex']);
    expect(members[1]).toEqual({ id: 'max', agentType: 'openai-codex', permissions: 'read-only', problems: [] });
  });

  it('lists what an untrusted team would do after everything else, with what to do', async () => {
    const team = await createScriptedTeam(all);
    await rm(join(team.home, '.config'), { recursive: true });
    const { exitCode, stdout, stderr } = await runCtx(team, ['doctor']);
    expect([exitCode, stdout.includes('Agents on this machine')]).toEqual([2, true]);
    expect(stderr).toMatch(/^\n\S+ctx\.team\.yaml has not been trusted yet\.\nThis team:\n {2}starts programs\n/);
    expect(stderr).toMatch(
      /\nctx: Nothing was run\. To agree, run this in a terminal; for this run only, add --trust\.\n$/,
    );
  });

  it('exits with 2 for a team file with a mistake', async () => {
    const team = await createScriptedTeam(all, TEAM_FILE.replace('type: human', 'type: humen'));
    const { exitCode, stderr } = await runCtx(team, ['doctor']);
    expect([exitCode, stderr.startsWith('ctx: ctx.team.yaml:3: members[0].type: ')]).toEqual([2, true]);
  });
});

describe('a program in the work tree that PATH leads to', () => {
  async function workTreeWith(program: string): Promise<ScriptedTeam> {
    const team = await createScriptedTeam({ codex: installed }, TEAM_FILE.replace(/.*(claude|gemini).*\n/g, ''));
    await mkdir(join(team.folder, '.git'));
    const bin = join(team.folder, 'node_modules/.bin');
    await mkdir(bin, { recursive: true });
    await writeFile(join(bin, program), `#!/bin/sh\necho "$0" >> '${team.home}/STARTED'\n`, { mode: 0o755 });
    return { ...team, path: `${bin}:${team.path}` };
  }

  it('is not started by doctor, also for a team that is trusted, unless a member is that program', async () => {
    const team = await workTreeWith('gemini');
    const { exitCode, stdout } = await runCtx(team, ['doctor']);
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/✗ Gemini CLI +- +not installed/)]);
    expect(await readdir(team.home)).not.toContain('STARTED');
    const own = await workTreeWith('codex');
    await trustTeam(own);
    await runCtx(own, ['doctor', '--trust']);
    expect(await readdir(own.home)).toContain('STARTED');
  });

  it.each(['.', 'src/deep'])('is not started by doctor and init in %s', async (where) => {
    const team = await workTreeWith('gemini');
    const folder = join(team.folder, where);
    await mkdir(folder, { recursive: true });
    await rm(join(team.folder, 'ctx.team.yaml'));
    for (const command of ['doctor', 'init']) expect((await runCtx({ ...team, folder }, [command])).exitCode).toBe(0);
    // From elsewhere, for a team file in the work tree.
    const elsewhere = await runCtx({ ...team, folder: team.home }, ['init', '-t', join(folder, 'other.yaml')]);
    expect(elsewhere.exitCode).toBe(0);
    expect(await readdir(team.home)).not.toContain('STARTED');
  });

  it('is started in the home folder, which is the user’s own', async () => {
    const team = await createScriptedTeam({ codex: installed });
    const { stdout } = await runCtx({ ...team, folder: team.bin }, ['doctor'], { env: { HOME: team.bin } });
    expect(stdout).toMatch(/✓ Codex/);
  });
});

describe('ctx init', () => {
  it('writes a team of the installed CLIs that can run', async () => {
    const team = await createScriptedTeam({ claude: installed, gemini: installed });
    const { exitCode, stdout } = await runCtx(team, ['init', '-t', 'mine.yaml']);
    expect(exitCode).toBe(0);
    expect(stdout).toContain('Wrote mine.yaml: Claude Code, Gemini CLI, and you.');
    expect(stdout).toContain('Next: ctx doctor -t mine.yaml, then ctx chat -t mine.yaml\n');
    const written = parseTeam(await readFile(join(team.folder, 'mine.yaml'), 'utf8'));
    expect(written.members.map(({ id }) => id)).toEqual(['you', 'claude', 'gemini']);
    expect((await runCtx(team, ['run', '-t', 'mine.yaml', 'hello'])).exitCode).toBe(0);
  });

  it('does not overwrite a file without --force', async () => {
    const team = await createScriptedTeam({ claude: installed });
    const refused = await runCtx(team, ['init']);
    expect([refused.exitCode, refused.stderr]).toEqual([
      2,
      'ctx: ctx.team.yaml already exists and was not changed. To overwrite it, add --force.\n',
    ]);
    const { exitCode, stdout } = await runCtx(team, ['init', '--force']);
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('Next: ctx doctor, then ctx chat\n')]);
    expect(await readFile(join(team.folder, 'ctx.team.yaml'), 'utf8')).not.toBe(TEAM_FILE);
  });

  it('says what to install if no CLI is found', async () => {
    const { exitCode, stderr } = await runCtx(await createScriptedTeam({}), ['init', '-t', 'mine.yaml']);
    expect(exitCode).toBe(1);
    expect(stderr).toMatch(
      /^ctx: No agent CLI was found .*\. Install one, such as with npm install \S+ \S+, and run ctx init again\. .*\n$/,
    );
    expect(stderr).toContain('A program of your own (agentType: command) or a model API ');
  });
});
