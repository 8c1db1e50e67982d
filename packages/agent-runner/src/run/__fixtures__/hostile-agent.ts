import { fileURLToPath } from 'node:url';
import type { ProcessDriver, TurnInput } from '@ctx/contract';
import { type CommandOptions, command } from '../../drivers/command/command-driver.ts';
import type { RunOptions } from '../run-options.ts';

const SCRIPT = fileURLToPath(new URL('./hostile-child.mjs', import.meta.url));

/** A driver for the misbehaving child. `behaviour` is one of those in `hostile-child.mjs`. */
export function hostileAgent(
  behaviour: string,
  args: readonly string[] = [],
  options: Partial<CommandOptions> = {},
): ProcessDriver {
  return command({ file: process.execPath, args: [SCRIPT, behaviour, ...args], ...options });
}

/** An ordinary turn of a command. */
export const INPUT: TurnInput = { prompt: 'Say hello.', permissions: 'unrestricted' };

/** An ordinary turn of an agent CLI. */
export const LIMITED: TurnInput = { ...INPUT, permissions: 'read-only' };

/** Marks the processes of this test file, so that `markedProcesses` finds only those. */
export const MARKED: RunOptions = { env: { CTX_TEST_HOST_MODEL: String(process.pid) }, graceMs: 300 };
