import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { lockNativeSession } from './native-session-lock.ts';

it('a native session is in one hand at a time: for a second one it is lost', async () => {
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
