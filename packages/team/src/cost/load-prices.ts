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
});

/**
 * The prices in the user's own `config.yaml`; empty when there is no such file.
 * @throws CtxError `CTX_USER_CONFIG` when the file cannot be read or is not valid.
 */
export async function loadPrices(folder: string = userFolder()): Promise<Prices> {
  const path = join(folder, 'config.yaml');
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new CtxError('CTX_USER_CONFIG', `${path} cannot be read: ${(cause as Error).message}`, { cause });
  }
  try {
    const { data, error } = configSchema.safeParse(parse(text) ?? {});
    if (error === undefined) return data.prices ?? {};
    const [issue] = error.issues;
    const field = issue?.path.join('.') || 'the file';
    throw new Error(
      `${field}: ${issue?.message}. A price is { input: 3, cachedInput: 0.3, output: 15 }, USD per million tokens`,
    );
  } catch (cause) {
    const why = (cause as Error).message.split('\n')[0];
    throw new CtxError('CTX_USER_CONFIG', `${path} is not valid: ${why}.`, { cause });
  }
}
