import { stringify } from 'yaml';
import { type Agent, agentNamed } from './agents.ts';
import type { PlaceAndServer } from './open-place-and-server.ts';

/** A member that is a real CLI. */
export interface CliMember {
  readonly id: string;
  readonly label: string;
  readonly agent: Agent['name'];
  readonly instructions: string;
}

export const TASK = 'Ship the parser — ünï ✓.';
export const SARAH: CliMember = {
  id: 'sarah',
  label: 'Sarah Backend',
  agent: 'claude',
  instructions: 'You design.\nNever guess.',
};
export const MAX: CliMember = { id: 'max', label: 'Max', agent: 'codex', instructions: 'You review. Ünï ✓.' };
export const GINA: CliMember = { id: 'gina', label: 'Gina', agent: 'gemini', instructions: 'You test. Be brief.' };
export const CLI_MEMBERS: readonly CliMember[] = [SARAH, MAX, GINA];

/** The API key of a member. Each has its own, so that a test notices a key that reaches another member. */
export const keyOf = (id: string): string => `sk-e2e-${id}-0123456789abcdef0123456789`;

/** The environment variable that holds the key of a member. */
export const keyVariable = (id: string): string => `${id.toUpperCase()}_API_KEY`;

const KEY_NAMES = { claude: 'ANTHROPIC_API_KEY', codex: 'E2E_API_KEY', gemini: 'GEMINI_API_KEY' } as const;

/** The entry of a CLI in a team file. It has only names of variables, and nothing that needs full access. */
export function cliMember(member: CliMember, { server, place }: PlaceAndServer, more: object = {}): object {
  const agent = agentNamed(member.agent);
  // Without full access, a team file cannot set home folders.
  const names = Object.keys(agent.env(server, place)).filter((name) => !name.endsWith('HOME'));
  const sourceOf = (name: string) => (name === KEY_NAMES[member.agent] ? keyVariable(member.id) : name);
  return {
    id: member.id,
    displayName: member.label,
    type: 'ai',
    agentType: member.agent,
    model: agent.model,
    systemInstruction: member.instructions,
    env: Object.fromEntries(names.map((name) => [name, `\${${sourceOf(name)}}`])),
    ...agent.driverOptions(server),
    timeoutMs: 60_000,
    ...more,
  };
}

/** Writes a team file with Alice and these agents. */
export function writeTeam({ place }: PlaceAndServer, agents: readonly object[], more: object = {}): string {
  const file = `${place.project}/team.yaml`;
  const alice = { id: 'alice', displayName: 'Alice', type: 'human' };
  place.write(file, stringify({ name: 'parsers', task: TASK, ...more, members: [alice, ...agents] }));
  return file;
}

/** The environment of a person whose CLIs talk to the model server, and who has a key for each member. */
export function personalEnvironment({ server, place }: PlaceAndServer, ids: readonly string[]): Record<string, string> {
  const ofAgents = CLI_MEMBERS.map(({ agent }) => {
    // The key is set only under the member's own variable, below.
    const { [KEY_NAMES[agent]]: _key, ...env } = agentNamed(agent).env(server, place);
    return env;
  });
  return Object.assign({}, ...ofAgents, Object.fromEntries(ids.map((id) => [keyVariable(id), keyOf(id)])));
}
