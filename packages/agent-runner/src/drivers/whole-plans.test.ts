import type { ProcessDriver, TurnInput } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { claude } from './claude/claude-driver.ts';
import { codex } from './codex/codex-driver.ts';
import { command } from './command/command-driver.ts';
import { gemini } from './gemini/gemini-driver.ts';

const PLACE = { cwd: '/work', realCwd: '/work' };
const SESSION = '0af1c9ba-1111-4222-8333-444455556666';
const OWN = { executable: { file: 'agent' } };
const FIRST: TurnInput = { prompt: 'Hello', permissions: 'read-only' };
const NEXT: TurnInput = {
  prompt: 'Hello',
  permissions: 'edit',
  model: 'm',
  systemFlag: 'Be kind.',
  session: 'keep',
  resume: { sessionId: SESSION },
};
const words = (...texts: readonly string[]): string[] => texts.flatMap((text) => text.split(' '));

describe('claude', () => {
  const start = '--print --output-format stream-json --verbose --include-partial-messages';
  const settings = ['--setting-sources', '', '--strict-mcp-config'];
  const env = {
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    CLAUDE_CODE_DISABLE_FILE_MENTIONS: '1',
    CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: '1',
  };

  it('has these properties', () => {
    const { command: _, createParser: __, inheritEnv, sessionFolder, ...facts } = claude();
    expect(facts).toEqual({
      kind: 'process',
      agentType: 'claude-code',
      sessions: 'keep',
      forks: true,
      takesNewSystemText: true,
      installCommand: 'npm install -g @anthropic-ai/claude-code',
    });
    expect(inheritEnv).toEqual([
      ...['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'ANTHROPIC_BASE_URL', 'ANTHROPIC_MODEL'],
      ...['ANTHROPIC_SMALL_FAST_MODEL', 'ANTHROPIC_CUSTOM_HEADERS', 'ANTHROPIC_VERTEX_PROJECT_ID'],
      ...['CLOUD_ML_REGION', 'AWS_REGION', 'AWS_PROFILE', 'CLAUDE_CONFIG_DIR', 'CLAUDE_CODE_OAUTH_TOKEN'],
      ...['CLAUDE_CODE_USE_BEDROCK', 'CLAUDE_CODE_USE_VERTEX', 'CLAUDE_CODE_MAX_RETRIES'],
      ...['CLAUDE_CODE_MAX_OUTPUT_TOKENS', 'CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC', 'MAX_THINKING_TOKENS'],
      'API_TIMEOUT_MS',
    ]);
    expect(sessionFolder?.folder({ HOME: '/home/kai' })).toBe('/home/kai/.claude/projects');
    expect(sessionFolder?.folder({ HOME: '/home/kai', CLAUDE_CONFIG_DIR: '/config' })).toBe('/config/projects');
    expect(sessionFolder?.fileEnd(SESSION)).toBe(`${SESSION}.jsonl`);
    expect(sessionFolder?.fileEnd('latest')).toBeUndefined();
  });

  it('is started with this plan for a first turn', () => {
    expect(claude(OWN).command(FIRST, PLACE)).toEqual({
      file: 'agent',
      env,
      stdin: 'Hello',
      args: [...words(start, '--permission-mode default'), ...settings, '--no-session-persistence'],
    });
    const { args } = claude(OWN).command(FIRST, PLACE);
    expect(claude().command(FIRST, PLACE)).toMatchObject({ file: 'claude', args, besideFile: expect.any(Array) });
    expect(claude({ partialMessages: false }).command(FIRST, PLACE).args).toEqual(
      args.filter((argument) => argument !== '--include-partial-messages'),
    );
    expect(claude(OWN).command({ ...FIRST, session: 'keep' }, PLACE).args).toEqual(args.slice(0, -1));
  });

  it('is started with these arguments for a later turn', () => {
    expect(claude(OWN).command(NEXT, PLACE).args).toEqual([
      ...[...words(start, '--permission-mode acceptEdits'), ...settings],
      ...['--model', 'm', '--resume', SESSION, '--fork-session'],
      ...['--system-prompt-snapshot', 'off', '--append-system-prompt', 'Be kind.'],
    ]);
    // The flag is only for a resumed session that gets a system text.
    for (const part of [{ resume: undefined }, { systemFlag: undefined }]) {
      expect(claude(OWN).command({ ...NEXT, ...part }, PLACE).args).not.toContain('--system-prompt-snapshot');
    }
  });

  it('gets system text of up to 4,096 bytes as an argument, and empty text not at all', () => {
    const argsWith = (systemFlag: string) => claude(OWN).command({ ...FIRST, systemFlag }, PLACE).args;
    expect(argsWith('x'.repeat(4_096))).toContain('--append-system-prompt');
    expect(argsWith('x'.repeat(4_097))).toContain('--append-system-prompt-file');
    expect(argsWith('')).toEqual(claude(OWN).command(FIRST, PLACE).args);
  });

  it('may be given these arguments without full access', () => {
    for (const flag of ['--effort', '--fallback-model', '--max-turns', '--max-budget-usd', '--name', '--session-id']) {
      expect(needsFullAccess(claude, [flag, 'x'])).toBe(false);
      expect(needsFullAccess(claude, [`${flag}=x`])).toBe(false);
    }
    for (const flag of ['--bare', '--no-session-persistence', '--fork-session', '--disable-slash-commands']) {
      expect(needsFullAccess(claude, [flag])).toBe(false);
      expect(needsFullAccess(claude, [`${flag}=x`])).toBe(true);
    }
  });
});

describe('codex', () => {
  const settings = [
    '--json --skip-git-repo-check --ignore-rules --disable hooks -c notify=[] -c approval_policy="never"',
    '-c analytics.enabled=false --disable plugins',
    '-c sandbox_workspace_write={writable_roots=[],network_access=false}',
    '-c projects={"/work"={trust_level="untrusted"},"/"={trust_level="untrusted"}}',
    '--disable unbounded_connection_retries',
  ];

  it('has these properties', () => {
    const { command: _, createParser: __, inheritEnv, sessionFolder, ...facts } = codex();
    expect(facts).toEqual({
      kind: 'process',
      agentType: 'openai-codex',
      sessions: 'keep',
      installCommand: 'npm install -g @openai/codex',
    });
    expect(inheritEnv).toEqual([
      ...['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'OPENAI_ORGANIZATION', 'OPENAI_PROJECT', 'CODEX_API_KEY', 'CODEX_HOME'],
      ...['AZURE_OPENAI_API_KEY', 'CODEX_CA_CERTIFICATE'],
    ]);
    expect(sessionFolder?.folder({ HOME: '/home/kai' })).toBe('/home/kai/.codex/sessions');
    expect(sessionFolder?.folder({ HOME: '/home/kai', CODEX_HOME: '/codex' })).toBe('/codex/sessions');
    expect(sessionFolder?.fileEnd(SESSION)).toBe(`-${SESSION}.jsonl`);
    expect(sessionFolder?.fileEnd('latest')).toBeUndefined();
  });

  it('is started with this plan for a first turn', () => {
    expect(codex(OWN).command(FIRST, PLACE)).toEqual({
      file: 'agent',
      env: {},
      stdin: 'Hello',
      args: words('exec --sandbox read-only --ephemeral', ...settings, '-'),
    });
    expect(codex().command(FIRST, PLACE)).toMatchObject({ file: 'codex', besideFile: expect.any(Array) });
    expect(codex(OWN).command({ ...FIRST, permissions: 'full' }, PLACE).args).toContain('danger-full-access');
  });

  it('is started with these arguments for a later turn', () => {
    const args = words('exec resume -c sandbox_mode="workspace-write"', ...settings, '-m m', SESSION, '-');
    expect(codex(OWN).command(NEXT, PLACE).args).toEqual(args);
    expect(codex(OWN).command({ ...NEXT, session: undefined }, PLACE).args).toEqual(args);
  });

  it('may be given these arguments without full access', () => {
    for (const feature of ['plugins', 'unbounded_connection_retries', 'hooks']) {
      expect(needsFullAccess(codex, ['--disable', feature])).toBe(false);
    }
    expect(needsFullAccess(codex, ['--disable', 'sandbox'])).toBe(true);
    expect(needsFullAccess(codex, ['--ephemeral', '--ignore-user-config'])).toBe(false);
    expect(needsFullAccess(codex, ['--ephemeral=x'])).toBe(true);
    expect(needsFullAccess(codex, ['--ignore-user-config=x'])).toBe(true);
  });
});

describe('gemini', () => {
  const start = '--output-format stream-json --skip-trust --approval-mode';
  const policy = '--admin-policy {file:policy.toml} --allowed-mcp-server-names none -e none';
  const env = { GEMINI_CLI_NO_RELAUNCH: '1', GEMINI_CLI_TRUST_WORKSPACE: undefined };
  const rule = (what: string) => `[[rule]]\n${what}\ndecision = "deny"\npriority = 999\n`;
  const denied = (...tools: string[]) =>
    [...tools.map((tool) => rule(`toolName = "${tool}"`)), rule('mcpName = "*"\ntoolName = "*"')].join('\n');

  it('has these properties', () => {
    const { command: _, createParser: __, inheritEnv, sessionFolder, ...facts } = gemini();
    expect(facts).toEqual({
      kind: 'process',
      agentType: 'google-gemini',
      sessions: 'fresh',
      installCommand: 'npm install -g @google/gemini-cli',
    });
    expect(inheritEnv).toEqual([
      ...['GEMINI_API_KEY', 'GOOGLE_API_KEY', 'GOOGLE_GEMINI_BASE_URL', 'GEMINI_MODEL', 'GEMINI_CLI_HOME'],
      ...['GOOGLE_CLOUD_PROJECT', 'GOOGLE_CLOUD_LOCATION', 'GOOGLE_GENAI_USE_VERTEXAI', 'GOOGLE_GENAI_USE_GCA'],
      ...['GOOGLE_APPLICATION_CREDENTIALS', 'GOOGLE_VERTEX_BASE_URL'],
    ]);
    expect(sessionFolder?.folder({ HOME: '/home/kai' })).toBe('/home/kai/.gemini/tmp');
    expect(sessionFolder?.folder({ HOME: '/home/kai', GEMINI_CLI_HOME: '/gemini' })).toBe('/gemini/.gemini/tmp');
    expect(sessionFolder?.fileEnd(SESSION)).toBe('-0af1c9ba.jsonl');
  });

  it('is started with this plan for a first turn', () => {
    expect(gemini(OWN).command(FIRST, PLACE)).toEqual({
      file: 'agent',
      env,
      stdin: 'Hello',
      args: words(start, 'default', policy),
      files: [{ name: 'policy.toml', content: denied('write_file', 'replace', 'run_shell_command', 'save_memory') }],
    });
    expect(gemini().command(FIRST, PLACE).file).toBe('gemini');
    expect(gemini().command(FIRST, PLACE).env).toHaveProperty('GEMINI_CLI_TRUST_WORKSPACE', undefined);
  });

  it('is started with this plan for a later turn', () => {
    expect(gemini(OWN).command(NEXT, PLACE)).toEqual({
      file: 'agent',
      env,
      stdin: 'Be kind.\n\nHello',
      args: words(start, 'auto_edit', policy, '-m m', `--resume ${SESSION}`),
      files: [{ name: 'policy.toml', content: denied('run_shell_command', 'save_memory') }],
    });
  });

  it('is started with this plan for full access', () => {
    expect(gemini(OWN).command({ ...FIRST, permissions: 'full' }, PLACE)).toEqual({
      file: 'agent',
      env,
      stdin: 'Hello',
      args: words(start, 'yolo'),
    });
  });
});

describe('a value that a CLI could take for a flag', () => {
  const drivers: [name: string, ProcessDriver][] = [
    ['Claude Code', claude()],
    ['Codex', codex()],
    ['gemini', gemini()],
    ['command', command({ file: 'agent', modelFlag: '-m', resumeFlag: '-r' })],
  ];

  it('is refused by its name', () => {
    for (const [name, driver] of drivers) {
      expect(() => driver.command({ ...FIRST, model: '-x' }, PLACE), name).toThrow(
        'model must not be empty or begin with "-"',
      );
      const resume = () => driver.command({ ...FIRST, resume: { sessionId: '-x' } }, PLACE);
      const isUuid = name === 'Claude Code' || name === 'Codex';
      expect(resume).toThrow(isUuid ? `${name} has no session "-x"` : 'sessionId must not be empty or begin with "-"');
    }
  });
});

function needsFullAccess(create: (options: object) => ProcessDriver, args: readonly string[]): boolean {
  return create({ args }).command(FIRST, PLACE).needsFullAccess !== undefined;
}
