import type { Team } from '@ctx/team';
import { agentsOf } from '../agents/agents-of.ts';
import { type Draft, draftOf } from '../input/line-editor.ts';
import type { MemberStyles } from '../render/member-styles.ts';
import { COMMAND_LIST } from './slash-commands.ts';

/** A command or a name that a line may become. */
export interface Candidate {
  readonly text: string;
  /** How a list shows it, such as `/diff [turn]`, and what it is. */
  readonly label: string;
  readonly does: string;
}

/** The commands and names that begin like a line; none for an empty line and for one with a blank. */
export function candidatesOf(line: string, team: Pick<Team, 'members'>, styles: MemberStyles): readonly Candidate[] {
  const commands = COMMAND_LIST.map(([usage, does]) => ({ text: usage.split(' ', 1)[0]!, label: usage, does }));
  const names = agentsOf(team).map(({ id }) => ({ text: `@${id} `, label: `@${id}`, does: styles.kind(id) }));
  const all = { text: '@all ', label: '@all', does: 'every agent' };
  return line === '' ? [] : [...commands, ...names, all].filter(({ text }) => text.startsWith(line));
}

/** Completes a draft as far as all candidates agree. */
export function completeDraft(draft: Draft, candidates: readonly Candidate[]): Draft {
  const [first] = candidates.map(({ text }) => text);
  if (first === undefined || draft.cursor !== draft.text.length) return draft;
  let common = first.length;
  while (!candidates.every(({ text }) => text.startsWith(first.slice(0, common)))) common--;
  return draftOf(first.slice(0, common));
}
