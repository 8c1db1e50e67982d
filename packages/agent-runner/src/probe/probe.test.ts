import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { probe } from './probe.ts';

/** A program in place of a CLI: prints its version, and exits with `exitCode` for everything else. */
const cli = (version: string, exitCode: number) => ({
  file: process.execPath,
  args: [
    '-e',
    `if (process.argv[1] === '--version') console.log(${JSON.stringify(version)}); else process.exit(${exitCode})`,
    '--',
  ],
});

describe('probe', () => {
  let home = '';
  beforeEach(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'ctx-probe-'));
  });
  afterEach(() => rm(home, { recursive: true }));
  const signedOut = {
    GEMINI_API_KEY: undefined,
    GOOGLE_API_KEY: undefined,
    CODEX_API_KEY: undefined,
    GEMINI_CLI_HOME: undefined,
  };

  it('reports a missing CLI, with its install command', async () => {
    const result = await probe('claude', { executable: { file: 'no-such-claude' } });
    expect(result).toEqual({
      agentType: 'claude-code',
      installed: false,
      signedIn: 'unknown',
      signedInBy: 'claude auth status',
      installCommand: 'npm install -g @anthropic-ai/claude-code',
    });
  });

  it.each([
    ['claude', '2.1.325 (Claude Code)', '2.1.325'],
    ['codex', 'codex-cli 0.166.0', '0.166.0'],
  ])('asks %s for its version and whether the user is signed in', async (type, versionLine, version) => {
    const env = { ...signedOut, HOME: home };
    expect(await probe(type, { executable: cli(versionLine, 0), env })).toMatchObject({
      installed: true,
      version,
      signedIn: 'yes',
    });
    expect(await probe(type, { executable: cli(versionLine, 1), env })).toMatchObject({ version, signedIn: 'no' });
    expect(await probe(type, { executable: cli(versionLine, 64), env })).toMatchObject({
      version,
      signedIn: 'unknown',
    });
  });

  it('checks whether files and variables of gemini exist, and never reads them', async () => {
    const env = { ...signedOut, HOME: home };
    const executable = cli('0.61.0', 9);
    const isLinux = process.platform === 'linux';
    expect(await probe('gemini', { executable, env })).toMatchObject({
      version: '0.61.0',
      signedIn: isLinux ? 'no' : 'unknown',
    });
    expect(await probe('gemini', { executable, env: { ...env, GEMINI_API_KEY: 'x' } })).toMatchObject({
      signedIn: 'yes',
    });
    await mkdir(path.join(home, '.gemini'));
    // A folder in place of the file: reading it would fail.
    await mkdir(path.join(home, '.gemini/oauth_creds.json'));
    expect(await probe('gemini', { executable, env })).toMatchObject({ signedIn: 'yes' });
  });

  it.each([
    ['qwen', { OPENAI_API_KEY: 'x' }, '.qwen/oauth_creds.json'],
    ['opencode', undefined, '.local/share/opencode/auth.json'],
    ['copilot', { GH_TOKEN: 'x' }, undefined],
  ])(
    'looks for credentials of %s, and never says no, since its settings may name services',
    async (type, key, file) => {
      const env = {
        HOME: home,
        XDG_DATA_HOME: undefined,
        QWEN_HOME: undefined,
        OPENAI_API_KEY: undefined,
        DASHSCOPE_API_KEY: undefined,
        BAILIAN_CODING_PLAN_API_KEY: undefined,
        COPILOT_GITHUB_TOKEN: undefined,
        GH_TOKEN: undefined,
        GITHUB_TOKEN: undefined,
        COPILOT_PROVIDER_BASE_URL: undefined,
      };
      const executable = cli('GitHub Copilot CLI 1.2.3.', 9);
      expect(await probe(type, { executable, env })).toMatchObject({ version: '1.2.3', signedIn: 'unknown' });
      if (key !== undefined) {
        expect(await probe(type, { executable, env: { ...env, ...key } })).toMatchObject({ signedIn: 'yes' });
      }
      if (file === undefined) return;
      // A folder in place of the file: reading it would fail.
      await mkdir(path.join(home, file), { recursive: true });
      expect(await probe(type, { executable, env })).toMatchObject({ signedIn: 'yes' });
    },
  );

  it('does not wait for a CLI that hangs', async () => {
    const executable = { file: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)', '--'] };
    const result = await probe('codex', { executable, env: signedOut, timeoutMs: 200 });
    expect(result).toMatchObject({ installed: true, version: undefined, signedIn: 'unknown' });
  });

  it('finds a program on the PATH of the agent', async () => {
    await writeFile(path.join(home, 'gemini'), '#!/bin/sh\necho 0.61.0\n', { mode: 0o755 });
    const result = await probe('gemini', {
      env: { ...signedOut, PATH: `${home}${path.delimiter}${process.env['PATH']}` },
    });
    expect(result).toMatchObject({ installed: true, file: path.join(home, 'gemini'), version: '0.61.0' });
  });

  it('runs no program in an untrusted folder, not even through a link', async () => {
    const [project, bin] = [path.join(home, 'project'), path.join(home, 'bin')];
    await mkdir(project);
    await mkdir(bin);
    await writeFile(path.join(project, 'gemini'), `#!/bin/sh\necho ran > ${home}/ran\n`, { mode: 0o755 });
    await symlink(path.join(project, 'gemini'), path.join(bin, 'gemini'));
    const look = (folder: string) => probe('gemini', { env: { ...signedOut, PATH: folder }, notInside: [project] });
    expect(await look(project)).toMatchObject({ installed: false });
    expect(await look(bin)).toMatchObject({ installed: false });
    expect(existsSync(path.join(home, 'ran'))).toBe(false);
  });

  it('refuses a variable of a team file that would be refused for a turn', async () => {
    const asked = probe('codex', { env: { PATH: home }, envSources: { PATH: 'EVIL' } });
    await expect(asked).rejects.toMatchObject({ code: 'CTX_PERMISSION_REFUSED' });
  });

  it('refuses an unknown agent type', async () => {
    await expect(probe('toString')).rejects.toThrow(TypeError);
  });
});
