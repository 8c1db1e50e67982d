import { oneLine } from '@ctx/agent-runner';

type Describe = (...found: string[]) => string;

/** What the parser says, and how ctx says it. */
const MISTAKES: readonly [parser: RegExp, describe: Describe][] = [
  [/^unknown command '(.*?)'/, (name) => `There is no command "${name}".`],
  [/^unknown option '(.*?)'/, (name) => `There is no option ${name}.`],
  [/^missing required argument '(.*?)'/, (name) => `The argument <${name}> is missing.`],
  [/^required option '(.*?)' not specified/, (option) => `The option ${option} is missing.`],
  [/^option '(.*?)' argument missing/, (option) => `The option ${option} needs a value.`],
  [
    /^option '(.*?)' argument '(.*?)' is invalid\.?(.*)/,
    (option, value, why) => `${option} cannot be "${value}".${why}`,
  ],
  [
    /^too many arguments(?: for '.*?')?\. Expected (\d+) arguments? but got (\d+)/,
    (expected, got) => `There are too many arguments: ${got} instead of ${expected}.`,
  ],
];

/**
 * Describes what the parser of the command line complains about, on one line. Its text sometimes has two:
 * `error: unknown command 'shw'` and `(Did you mean show?)`.
 */
export function describeUsageMistake(complaint: string, command: string): string {
  const line = oneLine(complaint).replace(/^error: /, '');
  const [, said = line, meant] = /^(.*?)(?:\s*\(Did you mean (.*)\?\))?$/.exec(line) ?? [];
  const advice = meant === undefined ? '' : ` Did you mean ${meant}?`;
  return `ctx: ${inOwnWords(said)}${advice} See: ${command} --help`;
}

function inOwnWords(said: string): string {
  for (const [parser, describe] of MISTAKES) {
    const found = parser.exec(said);
    if (found !== null) return describe(...found.slice(1));
  }
  return /[.!?]$/.test(said) ? said : `${said}.`;
}
