import { randomUUID } from 'node:crypto';
import type { TurnInput } from '@ctx/contract';
import type { CreateDriver } from '../driver/driver-scenarios.ts';
import type { BrokenDrivers } from './broken-driver.ts';
import { type sampleDriver, withDriver } from './sample-driver.ts';

const withPlan = (
  change: (plan: ReturnType<ReturnType<typeof sampleDriver>['command']>, input: TurnInput) => object,
): CreateDriver =>
  withDriver((driver) => ({
    command: (input, place) => ({ ...driver.command(input, place), ...change(driver.command(input, place), input) }),
  }));

const promptOf = ({ prompt }: TurnInput) => (typeof prompt === 'string' ? prompt : Buffer.concat(prompt).toString());

/** Defects of the command plan. */
export const BROKEN_PLANS: BrokenDrivers = {
  'puts the prompt on the command line': [
    withPlan(({ args }, input) => ({ args: [...args, promptOf(input)] })),
    /The prompt is in the arguments/,
  ],
  'puts the prompt into a variable': [
    withPlan((_, input) => ({ env: { PROMPT: promptOf(input) } })),
    /The prompt is in the arguments, variables/,
  ],
  'puts the prompt into a file': [
    withPlan(({ args, files = [] }, input) => ({
      args: [...args, '{file:prompt.md}'],
      files: [...files, { name: 'prompt.md', content: promptOf(input) }],
    })),
    /arguments, variables or files/,
  ],
  'loses the prompt': [withPlan(() => ({ stdin: '' })), /does not hold the whole prompt/],
  'shortens the prompt': [
    withPlan((_, input) => ({ stdin: promptOf(input).slice(0, 100_000) })),
    /does not hold the whole prompt/,
  ],
  'trims lines of the prompt': [
    withPlan((_, input) => ({ stdin: promptOf(input).replaceAll(/^ +/gm, '') })),
    /does not hold the whole prompt/,
  ],
  'decodes each chunk by itself': [
    withPlan((_, input) => ({
      stdin:
        typeof input.prompt === 'string'
          ? input.prompt
          : input.prompt.map((chunk) => Buffer.from(chunk).toString()).join(''),
    })),
    /chunks of 1 bytes gives another stdin/,
  ],
  'throws on an empty prompt': [
    withPlan((_, input) => {
      if (promptOf(input) === '') throw new Error('empty');
      return {};
    }),
    /empty prompt threw/,
  ],
  'loses the system text': [
    withPlan(() => ({ args: ['--play', 'text'], files: [] })),
    /system text is in the plan 0 times/,
  ],
  'gives the system text twice': [
    withPlan((_, input) =>
      input.systemFlag === undefined ? {} : { stdin: `${input.systemFlag}\n${promptOf(input)}` },
    ),
    /system text is in the plan 2 times/,
  ],
  'puts long system text on the command line': [
    withPlan(({ args }, input) => ({
      files: [],
      args: [...args.slice(0, 2), ...(input.systemFlag === undefined ? [] : [input.systemFlag])],
    })),
    /An argument of the plan has \d+ bytes/,
  ],
  'generates a random session id': [
    withPlan(({ args }) => ({ args: [...args, randomUUID()] })),
    /another plan for the same input/,
  ],
  'names a file after the time': [
    withPlan(() => ({ env: { STAMP: String(Date.now()) } })),
    /another plan for the same input/,
  ],
  'changes its input': [
    withPlan((_, input) => {
      if (!Object.isFrozen(input)) Object.assign(input, { model: 'default' });
      return {};
    }),
    /changed its input|another plan/,
  ],
  'changes a frozen input': [
    withPlan((_, input) => {
      Object.assign(input, { model: 'default' });
      return {};
    }),
    /command\(\) threw TypeError/,
  ],
  'puts a key on the command line': [
    withPlan(({ args }) => ({ args: [...args, `--key=${process.env['OPENAI_API_KEY'] ?? ''}`] })),
    /value of an environment variable/,
  ],
  'names a file it does not have': [
    withPlan(({ args }) => ({ args: [...args, '{file:other.md}'] })),
    /names \{file:other.md\}, but has no such file/,
  ],
  'has a file that no argument names': [
    withPlan(({ files = [] }) => ({ files: [...files, { name: 'spare.md', content: '' }] })),
    /No argument or variable names the plan’s file spare.md/,
  ],
  'has a file in another folder': [
    withPlan(({ args, files = [] }) => ({
      args: [...args, '{file:../x}'],
      files: [...files, { name: '../x', content: '' }],
    })),
    /file named "..\/x"/,
  ],
  'names no program': [withPlan(() => ({ file: '' })), /The plan’s file is ""/],
  'has an argument that is not a string': [withPlan(({ args }) => ({ args: [...args, 7] })), /the argument 7/],
  'has a variable that is not a string': [withPlan(() => ({ env: { LEVEL: 7 } })), /sets LEVEL to 7/],
};
