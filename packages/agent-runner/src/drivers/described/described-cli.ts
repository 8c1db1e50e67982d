import type { ProcessDriver } from '@ctx/contract';
import { type CommandOptions, command } from '../command/command-driver.ts';
import type { CliDriverOptions } from '../driver-options.ts';
import { type HarmlessFlags, whyFullAccess } from '../risky-arguments.ts';

/** The driver of a CLI that is described in data, run as the caller says. */
export function describedCli(
  description: CommandOptions,
  harmless: HarmlessFlags,
  { executable, args = [] }: CliDriverOptions,
): ProcessDriver {
  const driver = command(description);
  return {
    ...driver,
    // The runner's own: what is known about the output says how often it speaks.
    idleTimeoutMs: undefined,
    // Not measured yet what these CLIs remember of a session that is resumed.
    sessions: 'fresh',
    command(input) {
      const plan = driver.command(input);
      const started =
        executable === undefined
          ? plan
          : { ...plan, file: executable.file, args: [...(executable.args ?? []), ...plan.args], besideFile: undefined };
      return { ...started, args: [...started.args, ...args], needsFullAccess: whyFullAccess(args, harmless) };
    },
  };
}
