import { createMarker } from '@ctx/agent-runner';
import { testExecutor } from '@ctx/testkit';
import { describe, it } from 'vitest';
import { parseTeam } from '../team-file/parse-team.ts';
import { createLocalExecutor } from './local-executor.ts';

const ECHO = 'process.stdin.pipe(process.stdout)';
const FAIL = "process.stdout.write('Half'); process.exitCode = 1";
const HANG = "process.stdout.write('Half\\n'); setInterval(() => {}, 1000)";

const team = parseTeam(
  JSON.stringify({
    name: 'under test',
    members: Object.entries({ echo: ECHO, broken: FAIL, sleepy: HANG }).map(([id, program]) => ({
      id,
      type: 'ai',
      agentType: 'command',
      command: [process.execPath, '-e', program],
    })),
  }),
);

describe('the local executor', () => {
  testExecutor(
    () => ({
      executor: createLocalExecutor({ team, graceMs: 500 }),
      members: { answers: 'echo', fails: 'broken', hangs: 'sleepy' },
      marker: createMarker,
    }),
    { describe, it },
  );
});
