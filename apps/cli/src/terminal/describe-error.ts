import { EXIT } from './exit-codes.ts';
import { safeLine } from './safe-text.ts';
import { UsageError } from './usage-error.ts';

/** Errors that a person fixes on the command line or in the team file. */
const USAGE_CODES: readonly unknown[] = ['CTX_TEAM_FILE', 'CTX_UNKNOWN_MEMBER', 'CTX_NOT_TRUSTED', 'CTX_USER_CONFIG'];

/** An error as one line for a person, and the exit code. */
export interface DescribedError {
  readonly line: string;
  readonly exitCode: number;
}

/** Describes anything that was thrown. With `CTX_DEBUG=1` the line is the whole stack. */
export function describeError(error: unknown): DescribedError {
  const code = (error as { code?: unknown } | null)?.code;
  const message = error instanceof Error ? error.message : String(error);
  const isUsage = error instanceof UsageError || USAGE_CODES.includes(code);
  const exitCode = isUsage ? EXIT.usage : EXIT.failed;
  if (process.env['CTX_DEBUG'] && error instanceof Error) return { line: String(error.stack), exitCode };
  return { line: `ctx: ${safeLine(forCommandLine(message, code))}`, exitCode };
}

/** Adapts a library's message to the command line: names the flag instead of the library's option. */
export function forCommandLine(message: string, code: unknown): string {
  if (code === 'CTX_PERMISSION_REFUSED')
    return message.replace(/Pass allowFullAccess.*$/, 'To accept it: --allow-full.');
  if (code === 'CTX_UNDO_REFUSED' && message.endsWith('is not in a git work tree.'))
    return `${message} Name a folder in the agent's work tree: --cwd FOLDER`;
  return code === undefined ? `${message} (Set CTX_DEBUG=1 to see where.)` : message;
}
