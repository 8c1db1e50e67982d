import { type ProcessDriver, requireNoMore } from '@ctx/contract';
import { type CommandOptions, command } from '../command/command-driver.ts';
import { type CliDriverOptions, planExecutable } from '../driver-options.ts';
import { type HarmlessFlags, whyFullAccess } from '../risky-arguments.ts';

/**
 * A driver from options of `command`, with the caller's own executable and arguments.
 *
 * @throws {TypeError} for an option that does not exist
 */
export function describedCli(
  description: CommandOptions,
  harmless: HarmlessFlags,
  { executable, args = [], ...unknown }: CliDriverOptions,
): ProcessDriver {
  requireNoMore(unknown satisfies Record<string, never>);
  const driver = command(description);
  return {
    ...driver,
    // The runner's default, not none as for `command`: these CLIs write often enough.
    idleTimeoutMs: undefined,
    // Not tested yet whether these CLIs resume a session reliably.
    sessions: 'fresh',
    command(input, place) {
      const plan = driver.command(input, place);
      const program = planExecutable({ executable }, plan.file, plan.besideFile);
      return {
        ...plan,
        file: program.file,
        besideFile: program.besideFile,
        args: [...program.args, ...plan.args, ...args],
        needsFullAccess: whyFullAccess(args, harmless),
      };
    },
  };
}
