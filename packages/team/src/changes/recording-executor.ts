import { resolve } from 'node:path';
import { type AgentEvent, requireNoMore, type TurnExecutor } from '@ctx/contract';
import { withRun } from '../executor/with-run.ts';
import { userFolder } from '../session/session-key.ts';
import type { Team } from '../team-file/team.ts';
import { createChangeRecorder } from './change-recorder.ts';
import { createEvidenceCollector } from './turn-evidence.ts';

/** Which folders are recorded, and where their snapshots are kept. */
export interface RecordingExecutorOptions {
  readonly team: Team;
  /** Folder for the snapshots. Default `.ctx/changes` in the working directory. */
  readonly folder?: string | undefined;
  /** Where members without a `cwd` work. Default: the working directory of this process. */
  readonly cwd?: string | undefined;
  /** The user's own folder, in which ctx keeps the configuration it gives to git. Default `userFolder()`. */
  readonly userFolder?: string | undefined;
}

/** Folder for snapshots of work trees, relative to the folder that ctx runs in. */
export const DEFAULT_CHANGES_DIRECTORY = '.ctx/changes';

/**
 * An executor that reports what each turn changed in the git work tree of its member's folder: `changes` in the result,
 * even when the turn failed or was cancelled. Use it on the machine where the turns run.
 * @throws TypeError for an unknown option.
 */
export function createRecordingExecutor(executor: TurnExecutor, options: RecordingExecutorOptions): TurnExecutor {
  const {
    team,
    folder = DEFAULT_CHANGES_DIRECTORY,
    cwd: defaultCwd,
    userFolder: ownFolder = userFolder(),
    ...unknown
  } = options;
  requireNoMore(unknown satisfies Record<string, never>);
  const members = new Map(team.members.map((member) => [member.id, member]));
  const recorder = createChangeRecorder({ folder: resolve(folder), userFolder: ownFolder });
  return withRun(executor, async function* (turn, execution): AsyncGenerator<AgentEvent, void> {
    const member = members.get(turn.member);
    // The executor refuses a turn of anybody else; it has nothing to record.
    if (member?.type !== 'ai') return yield* executor.run(turn, execution);
    const recording = await recorder.begin(turn, member.cwd ?? defaultCwd ?? process.cwd());
    const collector = createEvidenceCollector(member);
    try {
      for await (const event of executor.run(turn, execution)) {
        collector.note(event);
        if (event.type !== 'turn-end') yield event;
        else yield { ...event, result: { ...event.result, changes: await recording.end(collector.evidence()) } };
      }
    } finally {
      // However the turn ended, later turns must not count it as still running.
      recording.drop();
    }
  });
}
