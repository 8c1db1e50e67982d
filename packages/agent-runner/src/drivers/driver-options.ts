import type { CommandPlan } from '@ctx/contract';

/** Options that all CLI drivers have. */
export interface CliDriverOptions {
  /** The program to run instead of the CLI on PATH. Its arguments go before the driver's. */
  readonly executable?: { readonly file: string; readonly args?: readonly string[] | undefined } | undefined;
  /** Arguments after the driver's own. All but a few harmless ones need `allowFullAccess`. */
  readonly args?: readonly string[] | undefined;
}

/** The names in `CliDriverOptions`, for `requireNoMore`. */
export const CLI_DRIVER_OPTIONS: Record<keyof CliDriverOptions, true> = { executable: true, args: true };

/** The program of a plan: the caller's, or the CLI on PATH and the native programs to prefer to it. */
export function planExecutable(
  { executable }: CliDriverOptions,
  name: string,
  nativePrograms?: readonly string[],
): Pick<CommandPlan, 'file' | 'args' | 'besideFile'> {
  if (executable !== undefined) return { file: executable.file, args: executable.args ?? [] };
  return { file: name, args: [], besideFile: nativePrograms };
}
