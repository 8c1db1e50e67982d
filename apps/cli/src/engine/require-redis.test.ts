import { describe, expect, it } from 'vitest';
import { requireRedis } from './require-redis.ts';

const options = { name: 'redis://queue', withinMs: 20 };

describe('a Redis for the queue', () => {
  it('is fine if it answers', async () => {
    await requireRedis({ on: () => {}, ping: async () => 'PONG' }, options);
  });

  it('is refused with its own reason, and its name, if it refuses or does not answer', async () => {
    const refusing = { on: () => {}, ping: () => Promise.reject(new Error('NOAUTH Authentication required.')) };
    await expect(requireRedis(refusing, options)).rejects.toMatchObject({
      code: 'CTX_STORE_FAILED',
      message: 'The queue redis://queue cannot be used: NOAUTH Authentication required.',
    });
    const silent = { on: () => {}, ping: () => new Promise(() => {}) };
    await expect(requireRedis(silent, options)).rejects.toThrow(/cannot be used: it does not answer\.$/);
    const unreachable = {
      on: (_event: 'error', listener: (error: Error) => void) => listener(new Error('connect ECONNREFUSED')),
      ping: silent.ping,
    };
    await expect(requireRedis(unreachable, options)).rejects.toThrow(/cannot be used: connect ECONNREFUSED\.$/);
  });
});
