import { isDeepStrictEqual } from 'node:util';
import type { CommandPlan, ProcessDriver, TurnInput } from '@ctx/contract';
import { withOtherClock } from '../changed-surroundings.ts';
import { deepFreeze } from '../deep-freeze.ts';
import { fail, quote, unlessItThrows } from '../problem.ts';
import { USUAL_PLACE } from './run-turn.ts';

/** Linux refuses to start a program with an argument of this size. */
const TOO_LONG_ARGUMENT_BYTES = 131_072;

const PROMPT = 'prompt-7f é漢🙂\n\n  "quoted" $HOME `code` %s \\n\tlast line';
const SYSTEM = 'system-7f é漢🙂';
const SECRET = 'sk-secret-7f-0123456789';

const INPUTS: readonly TurnInput[] = [
  { prompt: PROMPT, permissions: 'read-only' },
  { prompt: PROMPT, permissions: 'edit', systemFlag: SYSTEM, model: 'model-7f' },
  { prompt: PROMPT, permissions: 'full', systemFlag: `${SYSTEM} ${'x'.repeat(200_000)}` },
  { prompt: PROMPT, permissions: 'read-only', resume: { sessionId: '11111111-2222-4333-8444-555555555555' } },
  { prompt: PROMPT, permissions: 'read-only', systemFlag: undefined, model: undefined, resume: undefined },
].map((input) => deepFreeze(input as TurnInput));

/** The plan depends on the input alone, and making it does not change the input. */
export function checkPlanPure(driver: ProcessDriver): void {
  for (const input of INPUTS) {
    const before = structuredClone(input);
    const first = withOtherClock(86_400_000, 0.1, () => planOf(driver, input));
    const again = withOtherClock(4_000_000_000_456, 0.9, () => planOf(driver, input));
    const loose = structuredClone(input);
    const fromLoose = planOf(driver, loose);
    if (!isDeepStrictEqual(loose, before)) fail('command() changed its input', 'Copy before you change something');
    for (const other of [again, fromLoose]) {
      if (!isDeepStrictEqual(other, first)) {
        fail(
          'command() returns another plan for the same input',
          'Build the plan from the input and the options of the driver, not from time, random numbers or earlier calls',
        );
      }
    }
  }
}

/** The plan has the shape the runner relies on. */
export function checkPlanShape(driver: ProcessDriver): void {
  for (const input of INPUTS) {
    const { file, args, env, files = [] } = planOf(driver, input);
    if (typeof file !== 'string' || file === '') {
      fail(`The plan’s file is ${quote(file)}`, 'Give the name or path of the program');
    }
    for (const argument of args) {
      if (typeof argument !== 'string' || argument.includes('\0')) {
        fail(`The plan has the argument ${quote(argument)}`, 'Give strings without NUL');
      }
      if (Buffer.byteLength(argument) >= TOO_LONG_ARGUMENT_BYTES) {
        fail(
          `An argument of the plan has ${Buffer.byteLength(argument)} bytes`,
          'Put long texts into files: Linux refuses arguments of 131,072 bytes or more',
        );
      }
    }
    for (const [name, value] of Object.entries(env)) {
      if (value !== undefined && typeof value !== 'string') {
        fail(`The plan sets ${name} to ${quote(value)}`, 'Give a string, or undefined to remove the variable');
      }
    }
    checkFiles(files, [...args, ...Object.values(env).map(String)]);
  }
}

function checkFiles(files: NonNullable<CommandPlan['files']>, places: readonly string[]): void {
  for (const { name, content } of files) {
    if (!/^[\w.-]+$/.test(name) || /^\.+$/.test(name)) {
      fail(
        `The plan has a file named ${quote(name)}`,
        'Give a plain name without a path: the runner chooses the folder',
      );
    }
    if (typeof content !== 'string') {
      fail(`The content of the plan’s file ${name} is ${quote(content)} instead of a string`, 'Give a string');
    }
    if (!places.some((place) => place.includes(`{file:${name}}`))) {
      fail(
        `No argument or variable names the plan’s file ${name}`,
        `Write {file:${name}} where its path belongs, or remove the file`,
      );
    }
  }
  for (const [reference, name] of places.join('\n').matchAll(/\{file:([^}]*)\}/g)) {
    if (!files.some((file) => file.name === name)) {
      fail(`The plan names ${reference}, but has no such file`, 'Add it to files');
    }
  }
}

/** The whole prompt is on stdin and nowhere else, because every user of the machine can read arguments. */
export function checkPromptOnStdin(driver: ProcessDriver): void {
  for (const input of [...INPUTS, { ...INPUTS[0]!, prompt: `${PROMPT}\n${'漢🙂 line\n'.repeat(80_000)}end` }]) {
    const plan = planOf(driver, deepFreeze({ ...input }));
    if (!stdinText(plan).includes(input.prompt as string)) {
      fail(
        'stdin of the plan does not hold the whole prompt',
        'Put it on stdin byte for byte; escape and shorten nothing',
      );
    }
    if (besidesStdin(plan).includes('prompt-7f')) {
      fail('The prompt is in the arguments, variables or files of the plan', 'Put it on stdin only');
    }
  }
}

/** A prompt in chunks of bytes is the same prompt, wherever it is split. */
export function checkPromptInChunks(driver: ProcessDriver): void {
  const whole = stdinText(planOf(driver, { ...INPUTS[0]!, prompt: PROMPT }));
  const bytes = Buffer.from(PROMPT);
  for (const size of [1, 3, 7, bytes.length]) {
    const chunks: Uint8Array[] = [];
    for (let at = 0; at < bytes.length; at += size) chunks.push(new Uint8Array(bytes.subarray(at, at + size)));
    const plan = planOf(driver, { ...INPUTS[0]!, prompt: chunks });
    if (stdinText(plan) !== whole) {
      fail(
        `A prompt in chunks of ${size} bytes gives another stdin than the same prompt as a string`,
        'Join bytes before you decode them, or pass them on undecoded',
      );
    }
  }
  for (const prompt of ['', []]) {
    unlessItThrows('command() of an empty prompt', 'Accept every prompt', () =>
      driver.command({ ...INPUTS[0]!, prompt }, USUAL_PLACE),
    );
  }
}

/** The plan holds the system text exactly once. */
export function checkSystemText(driver: ProcessDriver): void {
  for (const input of INPUTS) {
    if (input.systemFlag === undefined) continue;
    const plan = planOf(driver, input);
    const count = `${besidesStdin(plan)}\0${stdinText(plan)}`.split(input.systemFlag).length - 1;
    if (count !== 1) {
      fail(
        `The system text is in the plan ${count} times instead of once`,
        'Put it into an argument if it is short, into a file, or before the prompt on stdin',
      );
    }
  }
}

/** The plan holds no secrets from the environment. */
export function checkNoSecrets(driver: ProcessDriver): void {
  const names = [...(driver.inheritEnv ?? []), 'ANTHROPIC_API_KEY', 'OPENAI_API_KEY', 'GEMINI_API_KEY', 'API_KEY'];
  const before = names.map((name) => [name, process.env[name]] as const);
  try {
    for (const name of names) process.env[name] = SECRET;
    for (const input of INPUTS) {
      const { args, files, stdin } = planOf(driver, input);
      if (JSON.stringify([args, files, typeof stdin === 'string' ? stdin : '']).includes(SECRET)) {
        fail(
          'The plan holds the value of an environment variable',
          'Name the variable in inheritEnv instead; the runner passes it on',
        );
      }
    }
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
}

/** The plan for an input, after checking that it has every part that a runner needs. */
export function planOf(driver: ProcessDriver, input: TurnInput): CommandPlan {
  const plan = unlessItThrows(
    'command()',
    'Accept every TurnInput, also a deeply frozen one; the runner checks permissions',
    () => driver.command(input, USUAL_PLACE),
  );
  if (!isObject(plan)) fail(`command() returned ${quote(plan)}`, 'Return { file, args, env, stdin, files? }');
  const { args, env, stdin, files } = plan;
  if (!Array.isArray(args)) fail(`command() returned args ${quote(args)}`, 'Return a list of strings');
  if (!isObject(env)) fail(`command() returned env ${quote(env)}`, 'Return an object of strings, {} for none');
  if (typeof stdin !== 'string' && !(Array.isArray(stdin) && stdin.every((chunk) => chunk instanceof Uint8Array))) {
    fail(`command() returned stdin ${quote(stdin)}`, 'Return a string or a list of Uint8Array');
  }
  if (files !== undefined && !Array.isArray(files)) {
    fail(`command() returned files ${quote(files)}`, 'Return a list of { name, content }, or leave it out');
  }
  return plan;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

function stdinText({ stdin }: CommandPlan): string {
  return typeof stdin === 'string' ? stdin : Buffer.concat(stdin).toString();
}

function besidesStdin({ file, args, env, files = [] }: CommandPlan): string {
  return [file, ...args, ...Object.values(env), ...files.flatMap(({ name, content }) => [name, content])].join('\0');
}
