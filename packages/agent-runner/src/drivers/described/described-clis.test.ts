import type { Permissions, ProcessDriver, TurnInput } from '@ctx/contract';
import { type DriverScenario, SCENARIO_ANSWER, SCENARIO_PARTIAL, testDriver } from '@ctx/testkit';
import { describe, expect, it } from 'vitest';
import { run } from '../../run/run.ts';
import { runStreamed } from '../../run/run-streamed.ts';
import type { CliDriverOptions } from '../driver-options.ts';
import { copilot } from './copilot.ts';
import { opencode } from './opencode.ts';
import { qwen } from './qwen.ts';

const PLACE = { cwd: '/work', realCwd: '/work' };
const INPUT: TurnInput = { prompt: 'see @secret.txt', permissions: 'read-only' };
const DRIVERS: [string, (options?: CliDriverOptions) => ProcessDriver][] = [
  ['qwen', qwen],
  ['opencode', opencode],
  ['copilot', copilot],
];

describe.each(DRIVERS)('the plan for %s', (name, create) => {
  const plan = (input: Partial<TurnInput> = {}, options: CliDriverOptions = {}) =>
    create(options).command({ ...INPUT, ...input }, PLACE);

  it("runs the CLI by its own name, or the caller's executable with the same arguments", () => {
    const own = plan();
    expect(own.file).toBe(name);
    expect(create().agentType).toBe(name);
    const other = plan({}, { executable: { file: 'node', args: ['cli.js'] } });
    expect(other).toMatchObject({ file: 'node', args: ['cli.js', ...own.args], besideFile: undefined });
  });

  it('differs for each permission, in arguments or variables', () => {
    const plans = (['read-only', 'edit', 'full'] satisfies Permissions[]).map((permissions) => plan({ permissions }));
    const distinct = plans.map(({ args, env }) => JSON.stringify({ args, env }));
    expect(new Set(distinct).size).toBe(3);
  });

  it('passes model and session, and refuses values that could be a flag', () => {
    const { args } = plan({ model: 'some/model', resume: { sessionId: 'ses_1' } });
    expect(args.join(' ')).toMatch(/ -?-m(odel)? some\/model --(resume|session) ses_1$/);
    expect(() => plan({ model: '--yolo' })).toThrow(TypeError);
  });

  it('needs full access for arguments of the caller that are not known to be harmless', async () => {
    expect(plan().needsFullAccess).toBeUndefined();
    expect(plan({}, { args: ['--yolo'] })).toMatchObject({ needsFullAccess: 'args passes --yolo to the agent' });
    await expect(run(create({ args: ['--yolo'] }), INPUT)).rejects.toMatchObject({ code: 'CTX_PERMISSION_REFUSED' });
  });
});

it('commands and file mentions in a prompt are escaped for qwen, and unchanged for the others', () => {
  expect(qwen().command(INPUT, PLACE).stdin).toBe('see \\@secret.txt');
  expect(qwen().command({ ...INPUT, prompt: '/clear' }, PLACE).stdin).toBe(' /clear');
  expect(opencode().command(INPUT, PLACE).stdin).toBe(INPUT.prompt);
  expect(copilot().command(INPUT, PLACE).stdin).toBe(INPUT.prompt);
});

type Line = Readonly<Record<string, unknown>>;

/** The lines that each CLI writes in the scenarios. */
interface Voice {
  readonly text: (text: string) => Line[];
  readonly tool: readonly Line[];
  readonly error: (status: number) => Line[];
  readonly end: readonly Line[];
}

const qwenSays = (content: object): Line => ({ type: 'assistant', message: { content: [content] } });
const VOICES: Record<string, Voice> = {
  qwen: {
    text: (text) => [qwenSays({ type: 'text', text })],
    tool: [
      qwenSays({ type: 'tool_use', id: 'c1', name: 'glob', input: {} }),
      {
        type: 'user',
        message: { content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'a', is_error: false }] },
      },
    ],
    error: (status) => [
      qwenSays({ type: 'text', text: `[API Error: ${status} no]` }),
      { type: 'result', is_error: false, result: `[API Error: ${status} no]` },
    ],
    end: [{ type: 'result', is_error: false, result: 'said before' }],
  },
  opencode: {
    text: (text) => [{ type: 'text', sessionID: 's', part: { text } }],
    tool: [
      {
        type: 'tool_use',
        part: { callID: 'c1', tool: 'glob', state: { status: 'completed', input: {}, output: 'a' } },
      },
    ],
    error: (statusCode) => [{ type: 'error', error: { name: 'APIError', data: { message: 'no', statusCode } } }],
    end: [],
  },
  copilot: {
    text: (text) => [
      { type: 'assistant.message_delta', data: { deltaContent: text.slice(0, 5) } },
      { type: 'assistant.message_delta', data: { deltaContent: text.slice(5) } },
      { type: 'assistant.message', data: { content: text } },
    ],
    tool: [
      { type: 'tool.execution_start', data: { toolCallId: 'c1', toolName: 'glob', arguments: {} } },
      { type: 'tool.execution_complete', data: { toolCallId: 'c1', success: true, result: { content: 'a' } } },
    ],
    error: (statusCode) => [
      { type: 'session.error', data: { message: 'no', statusCode } },
      { type: 'result', exitCode: 1 },
    ],
    end: [{ type: 'result', sessionId: 's', exitCode: 0 }],
  },
};

const ECHO = '<the prompt>';

function linesOf({ text, tool, error, end }: Voice, scenario: DriverScenario): readonly Line[] {
  switch (scenario) {
    case 'text':
      return [...text(SCENARIO_ANSWER), ...end];
    case 'echo':
      return [...text(ECHO), ...end];
    case 'tool':
      return [...text('Let me see.'), ...tool, ...text(SCENARIO_ANSWER), ...end];
    case 'empty':
      return end;
    case 'auth':
      return error(401);
    case 'rate-limit':
      return error(429);
    case 'failure':
      return [...text(SCENARIO_PARTIAL), ...error(500)];
    case 'no-end':
    case 'hang':
      return text(SCENARIO_PARTIAL);
  }
}

/** A program that reads its prompt and prints these lines. */
function player(lines: readonly Line[], hangs: boolean): Required<CliDriverOptions>['executable'] {
  const script = `
    const chunks = [];
    process.stdin.on('data', (chunk) => chunks.push(chunk)).on('end', () => {
      const prompt = JSON.stringify(Buffer.concat(chunks).toString()).slice(1, -1);
      for (const line of ${JSON.stringify(lines)}) {
        const parts = JSON.stringify(line).split(${JSON.stringify(ECHO)});
        process.stdout.write(parts.join(prompt) + '\\n');
      }
      if (${hangs}) setInterval(() => {}, 1000);
    });`;
  return { file: process.execPath, args: ['-e', script, '--'] };
}

describe.each(DRIVERS)('the %s driver', (name, create) => {
  testDriver(
    (scenario) => {
      if (name === 'opencode' && scenario === 'no-end') {
        return { skipped: 'it has no end event: the exit code decides' };
      }
      if (name === 'opencode' && scenario === 'empty') {
        return { skipped: 'without an end event an empty answer cannot be recognised' };
      }
      // Deltas would split the text that stands for the prompt.
      const voice = VOICES[name]!;
      const whole = { ...voice, text: (text: string) => voice.text(text).slice(-1) };
      const lines = linesOf(scenario === 'echo' ? whole : voice, scenario);
      return create({ executable: player(lines, scenario === 'hang') });
    },
    { describe, it, run: runStreamed },
  );
});
