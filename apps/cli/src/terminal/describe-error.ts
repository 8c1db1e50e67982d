import { formatTeamFileProblem, TeamFileError } from '@ctx/team';
import { EXIT } from './exit-codes.ts';
import { safeLine } from './safe-text.ts';
import { UsageError } from './usage-error.ts';

/** Errors that a person fixes on the command line or in the team file. */
const USAGE_CODES: readonly unknown[] = [
  'CTX_TEAM_FILE',
  'CTX_UNKNOWN_MEMBER',
  'CTX_NOT_TRUSTED',
  'CTX_USER_CONFIG',
  'CTX_MESSAGE_TOO_LONG',
];

/** How many mistakes of a team file are told at once. */
const MAX_PROBLEMS = 5;

/** An error for a person, and the exit code. */
export interface DescribedError {
  /** One line, or for a team file one for each mistake. */
  readonly text: string;
  readonly exitCode: number;
}

/** Describes anything that was thrown. With `CTX_DEBUG=1` the text is the whole stack. */
export function describeError(error: unknown): DescribedError {
  const code = (error as { code?: unknown } | null)?.code;
  const message = error instanceof Error ? error.message : String(error);
  const isUsage = error instanceof UsageError || USAGE_CODES.includes(code);
  const exitCode = isUsage ? EXIT.usage : EXIT.failed;
  if (process.env['CTX_DEBUG'] && error instanceof Error) return { text: String(error.stack), exitCode };
  if (TeamFileError.isInstance(error)) return { text: describeMistakes(error), exitCode };
  return { text: `ctx: ${safeLine(forCommandLine(message, code))}`, exitCode };
}

function describeMistakes({ problems }: TeamFileError): string {
  const lines = problems.slice(0, MAX_PROBLEMS).map(formatTeamFileProblem);
  const more = problems.length - MAX_PROBLEMS;
  if (more > 0) lines.push(`and ${more} more ${more === 1 ? 'mistake' : 'mistakes'}`);
  return lines.map((line) => `ctx: ${safeLine(line)}`).join('\n');
}

/** Adapts a library's message to the command line: names the flag instead of the library's option. */
export function forCommandLine(message: string, code: unknown): string {
  if (code === 'CTX_PERMISSION_REFUSED')
    return message.replace(/Pass allowFullAccess.*$/, 'To accept it: --allow-full.');
  if (code === 'CTX_MESSAGE_TOO_LONG') return message.replace('cut: true.', '--cut.');
  if (code === 'CTX_UNDO_REFUSED' && message.endsWith('is not in a git work tree.'))
    return `${message} Name a folder in the agent's work tree: --cwd FOLDER`;
  return code === undefined ? `${message} (Set CTX_DEBUG=1 to see where.)` : message;
}
