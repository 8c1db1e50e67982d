import type { Team } from '@ctx/team';
import { agentsOf } from '../agents/agents-of.ts';
import { type Draft, draftOf } from '../input/line-editor.ts';
import { SLASH_COMMANDS } from './slash-commands.ts';

/** The commands and names that begin like this line; none for an empty line. */
function completionsOf(line: string, team: Pick<Team, 'members'>): string[] {
  if (line === '') return [];
  const names = [...agentsOf(team).map(({ id }) => id), 'all'].map((name) => `@${name} `);
  return [...SLASH_COMMANDS, ...names].filter((candidate) => candidate.startsWith(line));
}

/** Completes a draft as far as all candidates agree. If there are several, calls `list` with them. */
export function completeDraft(draft: Draft, team: Pick<Team, 'members'>, list: (candidates: string) => void): Draft {
  if (draft.cursor !== draft.text.length) return draft;
  const candidates = completionsOf(draft.text, team);
  const [first] = candidates;
  if (first === undefined) return draft;
  if (candidates.length > 1) list(candidates.map((candidate) => candidate.trim()).join('  '));
  let common = first.length;
  while (!candidates.every((candidate) => candidate.startsWith(first.slice(0, common)))) common--;
  return draftOf(first.slice(0, common));
}
