import { oneLine } from '@ctx/agent-runner';
import type { SessionMember, SessionStartRecord, SessionStore } from '@ctx/contract';
import { sessionMembers, type Team } from '@ctx/team';
import { safeLine } from '../terminal/safe-text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../terminal/usage-error.ts';

/**
 * Checks that a session is resumed with the team it was started with. If the team file was named, only prints what
 * differs.
 * @throws UsageError if something differs and the team file was not named.
 */
export async function requireSameTeam(
  terminal: Pick<Terminal, 'complain'>,
  store: SessionStore,
  team: Team,
  isNamed: boolean,
): Promise<void> {
  const differences = teamDifferences(await startOf(store), team);
  if (differences.length === 0) return;
  const notice = `The session was started with another team: ${differences.join('; ')}.`;
  if (!isNamed) throw new UsageError(`${notice} To continue with this team, name its file: -t ${team.file ?? 'FILE'}`);
  terminal.complain(`ctx: ${safeLine(notice)}`);
}

/** Returns how a team differs from the one a session was started with, one short text per difference. */
function teamDifferences(start: SessionStartRecord | undefined, team: Team): string[] {
  if (start === undefined) return [];
  const differences: string[] = [];
  if (start.team !== team.name) differences.push(`its name was ${quoted(start.team)}, not ${quoted(team.name)}`);
  // Logs of version 1 do not list the members.
  if (start.members === undefined) return differences;
  const before = new Map(start.members.map((member) => [member.id, member]));
  const now = new Map(sessionMembers(team).map((member) => [member.id, member]));
  for (const [id, member] of before) {
    const other = now.get(id);
    if (other === undefined) differences.push(`${quoted(id)} is gone`);
    else if (describe(member) !== describe(other)) {
      differences.push(`${quoted(id)} was ${describe(member)}, not ${describe(other)}`);
    }
  }
  for (const id of now.keys()) if (!before.has(id)) differences.push(`${quoted(id)} is new`);
  return differences;
}

function describe({ type, name, agentType }: SessionMember): string {
  return `${agentType ?? type} ${quoted(name)}`;
}

function quoted(name: string): string {
  return `"${oneLine(name, 60)}"`;
}

/** Returns the first record of a session; undefined if its log has none. */
export async function startOf(store: SessionStore): Promise<SessionStartRecord | undefined> {
  for await (const { record } of store.read()) if (record.type === 'session-start') return record;
  return undefined;
}
