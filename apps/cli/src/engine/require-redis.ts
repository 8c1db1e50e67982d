import { CtxError } from '@ctx/contract';
import type { RedisClient } from './load-engine-packages.ts';

/**
 * Checks that a Redis answers. `name` is its address without the password.
 * @throws CtxError `CTX_STORE_FAILED` if it refuses, or does not answer within `withinMs`.
 */
export async function requireRedis(
  redis: Pick<RedisClient, 'on' | 'ping'>,
  { name, withinMs }: { readonly name: string; readonly withinMs: number },
): Promise<void> {
  let reason = 'it does not answer';
  const note = (error: Error) => {
    reason = error.message.replace(/\.$/, '');
  };
  redis.on('error', note);
  const hasAnswered = redis.ping().then(
    () => true,
    (error: Error) => {
      note(error);
      return false;
    },
  );
  const tooLate = new Promise<false>((resolve) => setTimeout(resolve, withinMs, false).unref());
  if (await Promise.race([hasAnswered, tooLate])) return;
  throw new CtxError('CTX_STORE_FAILED', `The queue ${name} cannot be used: ${reason}.`);
}
