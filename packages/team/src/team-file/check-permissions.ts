import type { MemberProblem } from './check-members.ts';
import type { TeamFileContent } from './team-schema.ts';

type Agent = Extract<TeamFileContent['members'][number], { type: 'ai' }>;

/** Whether a member is a command without `permissionArgs`, which ctx cannot limit. */
export function isUnrestricted({ command, permissionArgs }: Pick<Agent, 'command' | 'permissionArgs'>): boolean {
  return command !== undefined && permissionArgs === undefined;
}

/** Checks that the team file says how to pass a command its permissions, its model and its session. */
export function* checkCommandPermissions(agent: Agent): Generator<MemberProblem> {
  const { permissions, permissionArgs, model, modelFlag, resumeFlag, output } = agent;
  if (isUnrestricted(agent) && (permissions === 'read-only' || permissions === 'edit')) {
    yield {
      path: ['permissions'],
      message:
        `a command is unrestricted unless permissionArgs lists the arguments that limit it to ${permissions}, ` +
        `such as permissionArgs: { ${permissions}: [--${permissions}] }; add them, or leave permissions out`,
    };
  }
  const wanted = permissions ?? 'read-only';
  if (permissionArgs !== undefined && permissionArgs[wanted] === undefined) {
    yield {
      path: ['permissionArgs'],
      message: `has no entry for ${wanted}; write ${wanted}: [] if the program needs no argument for it`,
    };
  }
  if (model !== undefined && modelFlag === undefined) {
    yield {
      path: ['model'],
      message: 'needs modelFlag, the flag that passes the model to the command, such as modelFlag: --model',
    };
  }
  if (resumeFlag !== undefined && !(output?.format === 'jsonl' && output.sessionId !== undefined)) {
    yield {
      path: ['resumeFlag'],
      message:
        'needs output.sessionId, which says where the program prints its session id, such as { path: session_id }',
    };
  }
}
