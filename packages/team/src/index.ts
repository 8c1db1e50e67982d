export { normalizeName } from './members/normalize-name.ts';
export { DEFAULT_TEAM_FILE, loadTeam } from './team-file/load-team.ts';
export { type ParseTeamOptions, parseTeam } from './team-file/parse-team.ts';
export type { AgentMember, HumanMember, PassedVariable, Team, TeamMember } from './team-file/team.ts';
export { formatTeamFileProblem, TeamFileError, type TeamFileProblem } from './team-file/team-file-error.ts';
export { teamJsonSchema } from './team-file/team-json-schema.ts';
export type { ApiSettings, CommandOutput } from './team-file/team-schema.ts';
