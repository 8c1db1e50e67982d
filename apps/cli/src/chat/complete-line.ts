import type { Team } from '@ctx/team';
import { type Draft, draftOf } from '../input/line-editor.ts';
import { SLASH_COMMANDS } from './slash-commands.ts';

/** The possible completions of a line that begins with `/` or `@`. */
function completionsOf(line: string, team: Pick<Team, 'members'>): string[] {
  const names = team.members.filter(({ type }) => type === 'ai').map(({ id }) => `@${id} `);
  const candidates = line.startsWith('/') ? SLASH_COMMANDS : line.startsWith('@') ? [...names, '@all '] : [];
  return candidates.filter((candidate) => candidate.startsWith(line));
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
