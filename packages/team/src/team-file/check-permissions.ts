import type { MemberProblem } from './check-members.ts';
import type { TeamFileContent } from './team-schema.ts';

type Agent = Extract<TeamFileContent['members'][number], { type: 'ai' }>;

/** Whether a member is a program that nothing here can limit. */
export function isUnrestricted({ command, permissionArgs }: Pick<Agent, 'command' | 'permissionArgs'>): boolean {
  return command !== undefined && permissionArgs === undefined;
}

/** What a command is promised to be held to, and told, must be something the team file says how to do. */
export function* checkCommandPermissions(agent: Agent): Generator<MemberProblem> {
  const { permissions, permissionArgs, model, modelFlag, resumeFlag, output } = agent;
  if (isUnrestricted(agent) && (permissions === 'read-only' || permissions === 'edit')) {
    yield {
      path: ['permissions'],
      message:
        `nothing holds a command to ${permissions}: it is unrestricted; say in permissionArgs which arguments do, ` +
        `such as permissionArgs: { ${permissions}: [--${permissions}] }, or leave permissions out`,
    };
  }
  const wanted = permissions ?? 'read-only';
  if (permissionArgs !== undefined && permissionArgs[wanted] === undefined) {
    yield {
      path: ['permissionArgs'],
      message: `says nothing for ${wanted}; write ${wanted}: [] if the program needs no argument for that`,
    };
  }
  if (model !== undefined && modelFlag === undefined) {
    yield {
      path: ['model'],
      message: 'is not passed on to a command; say how in modelFlag, such as modelFlag: --model',
    };
  }
  if (resumeFlag !== undefined && !(output?.format === 'jsonl' && output.sessionId !== undefined)) {
    yield {
      path: ['resumeFlag'],
      message: 'needs output.sessionId, which says where the program prints its session, such as { path: session_id }',
    };
  }
}
