import { safeLine } from './safe-text.ts';
import { UsageError } from './usage-error.ts';

/** What the app exits with. */
export const EXIT = { done: 0, failed: 1, usage: 2, stopped: 3, interrupted: 130 } as const;

/** Failures that a person mends on the command line or in the team file. */
const USAGE_CODES: readonly unknown[] = ['CTX_TEAM_FILE', 'CTX_UNKNOWN_MEMBER', 'CTX_NOT_TRUSTED', 'CTX_USER_CONFIG'];

/** An error for a person: one line that says what to do, and the exit code. */
export interface DescribedError {
  readonly line: string;
  readonly exitCode: number;
}

/** Describes whatever was thrown. The stack is for those who ask for it: `CTX_DEBUG=1`. */
export function describeError(error: unknown): DescribedError {
  const code = (error as { code?: unknown } | null)?.code;
  const message = error instanceof Error ? error.message : String(error);
  const isUsage = error instanceof UsageError || USAGE_CODES.includes(code);
  const exitCode = isUsage ? EXIT.usage : EXIT.failed;
  if (process.env['CTX_DEBUG'] && error instanceof Error) return { line: String(error.stack), exitCode };
  return { line: `ctx: ${safeLine(forCommandLine(message, code))}`, exitCode };
}

/** The message of a library in the words of the command line: it cannot know how it was reached. */
export function forCommandLine(message: string, code: unknown): string {
  if (code === 'CTX_PERMISSION_REFUSED')
    return message.replace(/Pass allowFullAccess.*$/, 'To accept it: --allow-full.');
  return code === undefined ? `${message} (CTX_DEBUG=1 shows where.)` : message;
}
