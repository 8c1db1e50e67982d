import { fileURLToPath } from 'node:url';
import type { ProcessDriver, TurnInput } from '@ctx/contract';
import { type CommandOptions, command } from '../../drivers/command/command-driver.ts';
import type { RunOptions } from '../run-options.ts';

const SCRIPT = fileURLToPath(new URL('./hostile-child.mjs', import.meta.url));

/** A driver for the misbehaving child, with what it should do. */
export function hostileAgent(behaviour: string, args: readonly string[] = [], options: Partial<CommandOptions> = {}): ProcessDriver {
  return command({ file: process.execPath, args: [SCRIPT, behaviour, ...args], ...options });
}

/** A turn nobody would object to. */
export const INPUT: TurnInput = { prompt: 'Say hello.', permissions: 'read-only' };

/** Carries this test file's mark, so that its processes can be told from those of others. */
export const MARKED: RunOptions = { env: { CTX_TEST_HOST_MODEL: String(process.pid) }, graceMs: 300 };
