import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CLAUDE_SESSIONS } from '../drivers/claude/claude-session.ts';
import { CODEX_SESSIONS } from '../drivers/codex/codex-session.ts';
import { removeSession, sessionMark } from './session-file.ts';

const ID = '11111111-2222-4333-8444-555555555555';

let home: string;
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'ctx-sessions-'));
});
afterEach(() => rmSync(home, { recursive: true }));

describe.each([
  ['claude', CLAUDE_SESSIONS, `.claude/projects/p/${ID}.jsonl`],
  ['codex', CODEX_SESSIONS, `.codex/sessions/2026/11/17/rollout-2026-11-17-${ID}.jsonl`],
])('a session file of %s', (_agent, sessionFolder, place) => {
  // Ids come from a log that an agent may have written to, so they are not trusted.
  it('is found by the complete id only', async () => {
    const file = path.join(home, place);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, 'said\n');
    const where = { sessionFolder, env: { HOME: home } };
    for (const id of ['', '5', '555555555555', ID.slice(9)]) {
      expect(await sessionMark(where, id)).toBeUndefined();
      await removeSession(where, id);
      expect([id, existsSync(file)]).toEqual([id, true]);
    }
    await removeSession(where, ID);
    expect(existsSync(file)).toBe(false);
  });
});
