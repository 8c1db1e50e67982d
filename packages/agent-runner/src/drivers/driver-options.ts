import type { CommandPlan } from '@ctx/contract';

/** What the drivers of the CLIs have in common. */
export interface CliDriverOptions {
  /** What to run instead of the CLI's own name on PATH; its arguments go before the driver's. */
  readonly executable?: { readonly file: string; readonly args?: readonly string[] | undefined } | undefined;
  /** Arguments put behind the driver's own, before the last. All but a few harmless ones need `allowFullAccess`. */
  readonly args?: readonly string[] | undefined;
}

/** The start of a plan: which program, and what is searched for beside it unless the caller named one. */
export function planExecutable(
  { executable }: CliDriverOptions,
  name: string,
  nativePrograms?: readonly string[],
): Pick<CommandPlan, 'file' | 'args' | 'besideFile'> {
  if (executable !== undefined) return { file: executable.file, args: executable.args ?? [] };
  return { file: name, args: [], besideFile: nativePrograms };
}
