import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { parseTeam } from '../team-file/parse-team.ts';
import { createLocalExecutor } from './local-executor.ts';

afterEach(() => vi.unstubAllEnvs());

const team = parseTeam(
  JSON.stringify({
    name: 'test',
    members: [
      { id: 'alice', type: 'human' },
      { id: 'sarah', type: 'ai', agentType: 'claude', cwd: '/elsewhere' },
      { id: 'max', type: 'ai', agentType: 'codex' },
      { id: 'gina', type: 'ai', agentType: 'gemini' },
      { id: 'echo', type: 'ai', agentType: 'command', command: 'cat' },
    ],
  }),
);

it('the local executor knows which members keep sessions, whether they can fork, and where they are stored', async () => {
  vi.stubEnv('HOME', '/home/alice');
  vi.stubEnv('CODEX_HOME', '/codex');
  vi.stubEnv('CLAUDE_CONFIG_DIR', undefined);
  const { sessionsOf } = createLocalExecutor({ team, cwd: '/work' });
  expect(await sessionsOf!('sarah')).toMatchObject({
    keep: true,
    forks: true,
    cwd: '/elsewhere',
    home: join('/home/alice', '.claude', 'projects'),
  });
  expect(await sessionsOf!('max')).toMatchObject({
    keep: true,
    forks: false,
    cwd: '/work',
    home: join('/codex', 'sessions'),
  });
  for (const none of ['gina', 'echo', 'alice', 'nobody']) expect(await sessionsOf!(none)).toBeUndefined();
});
