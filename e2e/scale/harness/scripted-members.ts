import type { TurnExecutor } from '@ctx/contract';
import { type AgentMember, createLocalExecutor, parseTeam, type Team } from '@ctx/team';

const ECHO = 'process.stdin.pipe(process.stdout)';
const FAIL = "process.stdout.write('Half'); process.exitCode = 1";
const HANG = "process.stdout.write('Half\\n'); setInterval(() => {}, 1000)";

/** A team of three small programs: one answers with its prompt, one fails, one hangs. */
export function scriptedTeam(changes: Partial<AgentMember> = {}): Team {
  return parseTeam(
    JSON.stringify({
      name: 'under test',
      // A briefing mentions [NEXT: …] markers, which the member that repeats its prompt would then send.
      briefing: false,
      members: [
        { id: 'kim', type: 'human' },
        ...Object.entries({ echo: ECHO, broken: FAIL, sleepy: HANG }).map(([id, program]) => ({
          id,
          type: 'ai',
          agentType: 'command',
          command: [process.execPath, '-e', program],
          ...changes,
        })),
      ],
    }),
  );
}

/** A local executor that counts how often it starts a turn. */
export function countingExecutor(team: Team): { executor: TurnExecutor; starts: Map<string, number> } {
  const starts = new Map<string, number>();
  const local = createLocalExecutor({ team, graceMs: 500 });
  const executor: TurnExecutor = {
    ...local,
    run(turn, options) {
      const key = `${turn.sessionId} ${turn.id}`;
      starts.set(key, (starts.get(key) ?? 0) + 1);
      return local.run(turn, options);
    },
  };
  return { executor, starts };
}
