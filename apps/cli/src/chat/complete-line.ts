import type { Team } from '@ctx/team';
import { type Draft, draftOf } from '../input/line-editor.ts';
import { SLASH_COMMANDS } from './slash-commands.ts';

/** What a line may become that begins with a `/command` or an `@name`. */
export function completionsOf(line: string, team: Pick<Team, 'members'>): string[] {
  const names = team.members.filter(({ type }) => type === 'ai').map(({ id }) => `@${id} `);
  const candidates = line.startsWith('/') ? SLASH_COMMANDS : line.startsWith('@') ? [...names, '@all '] : [];
  return candidates.filter((candidate) => candidate.startsWith(line));
}

/** The draft with as much added as is certain; `tell` is called with what it may become where that is several. */
export function completeDraft(draft: Draft, team: Pick<Team, 'members'>, tell: (candidates: string) => void): Draft {
  if (draft.cursor !== draft.text.length) return draft;
  const candidates = completionsOf(draft.text, team);
  const [first] = candidates;
  if (first === undefined) return draft;
  if (candidates.length > 1) tell(candidates.map((candidate) => candidate.trim()).join('  '));
  let common = first.length;
  while (!candidates.every((candidate) => candidate.startsWith(first.slice(0, common)))) common--;
  return draftOf(first.slice(0, common));
}
