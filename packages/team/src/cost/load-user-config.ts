import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CtxError } from '@ctx/contract';
import { parse } from 'yaml';
import * as z from 'zod';
import { userFolder } from '../session/session-key.ts';
import type { Prices } from './prices.ts';

const amount = z.number().min(0);
const configSchema = z.looseObject({
  prices: z
    .record(z.string(), z.strictObject({ input: amount, cachedInput: amount.optional(), output: amount }))
    .optional(),
  bell: z.boolean().optional(),
});

/** What the user has set for all teams. */
export interface UserConfig {
  readonly prices: Prices;
  /** Whether a chat rings when a long turn ends. */
  readonly bell: boolean;
}

/**
 * The user's own `config.yaml`, with a default for what it does not say.
 * @throws CtxError `CTX_USER_CONFIG` when the file cannot be read or is not valid.
 */
export async function loadUserConfig(folder: string = userFolder()): Promise<UserConfig> {
  const path = join(folder, 'config.yaml');
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return { prices: {}, bell: true };
    throw new CtxError('CTX_USER_CONFIG', `${path} cannot be read: ${(cause as Error).message}`, { cause });
  }
  try {
    const { data, error } = configSchema.safeParse(parse(text) ?? {});
    if (error === undefined) return { prices: data.prices ?? {}, bell: data.bell ?? true };
    const [issue] = error.issues;
    const field = issue?.path.join('.') || 'the file';
    const example = field.startsWith('prices')
      ? '. A price is { input: 3, cachedInput: 0.3, output: 15 }, USD per million tokens'
      : '';
    throw new Error(`${field}: ${issue?.message}${example}`);
  } catch (cause) {
    const why = (cause as Error).message.split('\n')[0];
    throw new CtxError('CTX_USER_CONFIG', `${path} is not valid: ${why}.`, { cause });
  }
}
