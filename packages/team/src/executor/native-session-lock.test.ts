import { randomUUID } from 'node:crypto';
import type * as os from 'node:os';
import { expect, it, onTestFinished, vi } from 'vitest';
import { lockNativeSession } from './native-session-lock.ts';

it('a native session is locked while one turn uses it: for a second turn it counts as lost', async () => {
  const id = randomUUID();
  const lock = await lockNativeSession('claude-code', id);
  await expect(lockNativeSession('claude-code', id)).rejects.toMatchObject({ code: 'CTX_AGENT_SESSION_LOST' });
  const other = await lockNativeSession('openai-codex', id);
  await other?.release();
  await lock?.release();
  const again = await lockNativeSession('claude-code', id);
  expect(again).toBeDefined();
  await again?.release();
});

it('a lock works for a user without a name, as in some containers', async () => {
  // Other test files share this process: load the modules again, with the mock, and once more without it afterwards.
  vi.resetModules();
  onTestFinished(() => {
    vi.doUnmock('node:os');
    vi.resetModules();
  });
  vi.doMock('node:os', async (original) => ({
    ...(await original<typeof os>()),
    userInfo() {
      throw new Error('uv_os_get_passwd returned ENOENT');
    },
  }));
  const { lockNativeSession: lockOfNobody } = await import('./native-session-lock.ts');
  const lock = await lockOfNobody('claude-code', randomUUID());
  expect(lock).toBeDefined();
  await lock?.release();
});
