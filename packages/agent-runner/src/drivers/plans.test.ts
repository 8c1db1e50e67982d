import type { ProcessDriver, TurnInput } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { run } from '../run/run.ts';
import { claude } from './claude/claude-driver.ts';
import { codex } from './codex/codex-driver.ts';
import { command } from './command/command-driver.ts';
import { gemini } from './gemini/gemini-driver.ts';

const PLACE = { cwd: '/work', realCwd: '/work' };
const INPUT: TurnInput = { prompt: 'Hello', permissions: 'read-only' };
const SESSION = '0af1c9ba-1111-4222-8333-444455556666';

/** Whether the flag is followed by the value. */
const has = (args: readonly string[], flag: string, value: string): boolean =>
  args.some((argument, index) => argument === flag && args[index + 1] === value);

describe('the plan for claude', () => {
  const plan = (input: Partial<TurnInput> = {}, options = {}) => claude(options).command({ ...INPUT, ...input }, PLACE);

  it('maps permissions, model and session', () => {
    const { args } = plan({ permissions: 'edit', model: 'opus', resume: { sessionId: SESSION } });
    expect(has(args, '--permission-mode', 'acceptEdits')).toBe(true);
    expect(has(args, '--model', 'opus')).toBe(true);
    expect(has(args, '--resume', SESSION)).toBe(true);
    expect(has(plan({ permissions: 'full' }).args, '--permission-mode', 'bypassPermissions')).toBe(true);
  });

  it('keeps no session unless asked to, and continues a kept one in a copy', () => {
    expect(plan().args).toContain('--no-session-persistence');
    expect(plan({ resume: { sessionId: SESSION } }).args).toContain('--no-session-persistence');
    expect(plan({ session: 'keep' }).args.join(' ')).not.toMatch(/session-persistence|--fork-session/);
    const { args } = plan({ session: 'keep', resume: { sessionId: SESSION } });
    expect(has(args, '--resume', SESSION)).toBe(true);
    expect(args).toContain('--fork-session');
  });

  it('puts short system text into an argument and long text into a file', () => {
    expect(has(plan({ systemFlag: 'Be kind.' }).args, '--append-system-prompt', 'Be kind.')).toBe(true);
    for (const systemFlag of ['x'.repeat(200_000), 'ü'.repeat(2_500), 'a\0b']) {
      const { args, files } = plan({ systemFlag });
      expect(has(args, '--append-system-prompt-file', '{file:system.md}')).toBe(true);
      expect(files).toEqual([{ name: 'system.md', content: systemFlag }]);
      expect(args).not.toContain(systemFlag);
    }
  });

  it('prevents a leading slash from being a command', () => {
    expect(plan({ prompt: '/clear' }).stdin).toBe(' /clear');
    expect(plan({ prompt: 'see @secret.txt' }).stdin).toBe('see @secret.txt');
  });
});

describe('an invalid session id', () => {
  it.each(['latest', '1', '', '-x', `${SESSION}0`, 's1'])('is refused before anything is started: %j', (sessionId) => {
    for (const driver of [claude(), codex()]) {
      const refused = () => driver.command({ ...INPUT, resume: { sessionId } }, PLACE);
      expect(refused).toThrow(expect.objectContaining({ code: 'CTX_AGENT_SESSION_LOST' }));
    }
  });

  it('gives a failed result, not an exception', async () => {
    const result = await run(codex(), { ...INPUT, resume: { sessionId: 'latest' } });
    expect(result).toMatchObject({ status: 'failed', text: '', error: { code: 'CTX_AGENT_SESSION_LOST' } });
  });
});

describe('the plan for codex', () => {
  const plan = (input: Partial<TurnInput> = {}, options = {}) => codex(options).command({ ...INPUT, ...input }, PLACE);

  it('keeps no thread unless asked to, and does not repeat the system text in a resumed one', () => {
    expect(plan().args).toContain('--ephemeral');
    expect(plan({ session: 'keep' }).args).not.toContain('--ephemeral');
    expect(plan({ systemFlag: 'Be kind.' }).stdin).toBe('[SYSTEM]\nBe kind.\n\nHello');
    const resumed = plan({ session: 'keep', systemFlag: 'Be kind.', model: 'm', resume: { sessionId: SESSION } });
    expect(resumed.stdin).toBe('Hello');
    expect(has(resumed.args, '-m', 'm')).toBe(true);
  });

  it.each([
    'model=gpt-5.5',
    'model="gpt 5"',
    "model_reasoning_effort='high'",
    'analytics.enabled=false',
    'model_providers.mine.base_url="http://127.0.0.1:1/v1"',
    'model_providers.mine.request_max_retries=0',
  ])('needs no full access for the setting %s', (setting) => {
    expect(plan({}, { args: ['-c', setting] }).needsFullAccess).toBeUndefined();
    expect(plan({}, { args: [`--config=${setting}`] }).needsFullAccess).toBeUndefined();
  });

  it.each([
    'model_providers.x.auth.command="/bin/sh"',
    'model_providers.x={auth={"comm\\u0061nd"="/bin/sh"}}',
    'model_providers.x={name="x"}',
    'model_providers."x".base_url="http://evil"',
    'model_providers.x.http_headers="a"',
    'model = "x"',
    '"mod\\u0065l"="x"',
    'model="a\\u0022"',
    'model="a"\nmcp_servers.x.command="/bin/sh"',
    'model=["a"]',
    'model={a="b"}',
    'model=',
    'model',
    '=x',
    'mcp_servers.x.command="/bin/sh"',
    'model_reasoning_evil="x"',
    'sandbox.model="x"',
    'modelx',
  ])('needs full access for the setting %j', (setting) => {
    expect(plan({}, { args: ['-c', setting] }).needsFullAccess).toBeDefined();
    expect(plan({}, { args: [`--config=${setting}`] }).needsFullAccess).toBeDefined();
  });

  it('needs full access for a short flag that is joined with its value, which CLIs read differently', () => {
    expect(plan({}, { args: ['-c=model="x"'] }).needsFullAccess).toBeDefined();
  });

  it('does not change the prompt, and puts system text before it', () => {
    expect(plan({ prompt: '/x @y' }).stdin).toBe('/x @y');
    expect(plan({ systemFlag: 'Be kind.' }).stdin).toBe('[SYSTEM]\nBe kind.\n\nHello');
  });
});

describe('the plan for gemini', () => {
  const plan = (input: Partial<TurnInput> = {}, options = {}) => gemini(options).command({ ...INPUT, ...input }, PLACE);

  it('names all arguments that need full access', () => {
    const { needsFullAccess } = plan({}, { args: ['--yolo', '--session-id', SESSION, '--debug'] });
    expect(needsFullAccess).toBe('args passes --yolo, --debug to the agent');
  });

  it('escapes commands and file mentions', () => {
    expect(plan({ prompt: '/evil @secret.txt' }).stdin).toBe(' /evil \\@secret.txt');
  });
});

describe('the plan for a command', () => {
  it('follows the options', () => {
    const driver = command({
      file: 'qwen',
      args: ['--output-format', 'stream-json'],
      modelFlag: '--model',
      resumeFlag: '--resume',
      permissionArgs: { edit: ['--approval-mode', 'auto-edit'] },
    });
    const plan = driver.command(
      {
        ...INPUT,
        prompt: '/x @y',
        permissions: 'edit',
        model: 'm',
        resume: { sessionId: SESSION },
      },
      PLACE,
    );
    expect(plan).toMatchObject({
      file: 'qwen',
      args: ['--output-format', 'stream-json', '--approval-mode', 'auto-edit', '--model', 'm', '--resume', SESSION],
      stdin: '/x @y',
    });
    expect(driver.idleTimeoutMs).toBe(Number.POSITIVE_INFINITY);
  });
});

describe.each([
  ['claude', claude, ['--effort', 'high'], ['--settings', '{"permissions":{}}']],
  ['codex', codex, ['-c', 'model_reasoning_effort="high"'], ['-c', 'sandbox_mode="danger-full-access"']],
  ['gemini', gemini, ['--session-id', SESSION], ['--yolo']],
] as [string, (options: object) => ProcessDriver, string[], string[]][])('args of %s', (_, create, harmless, risky) => {
  it('need full access unless they are harmless', () => {
    expect(create({ args: harmless }).command(INPUT, PLACE).needsFullAccess).toBeUndefined();
    expect(create({ args: risky }).command(INPUT, PLACE).needsFullAccess).toContain(risky[0]);
    expect(create({ args: [...harmless, ...risky] }).command(INPUT, PLACE).needsFullAccess).toContain(risky[0]);
  });

  it('cannot hide a flag in the place of a value', () => {
    expect(create({ args: [harmless[0]!, '--yolo'] }).command(INPUT, PLACE).needsFullAccess).toBeDefined();
    expect(create({ args: [harmless[0]!] }).command(INPUT, PLACE).needsFullAccess).toBeDefined();
  });

  it('can be combined with an executable that has its own arguments', () => {
    const plan = create({ executable: { file: 'node', args: ['player.mjs'] }, args: harmless }).command(INPUT, PLACE);
    expect(plan.file).toBe('node');
    expect(plan.args[0]).toBe('player.mjs');
    expect(plan).not.toHaveProperty('besideFile');
  });
});
