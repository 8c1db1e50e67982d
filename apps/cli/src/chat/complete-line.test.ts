import { parseTeam } from '@ctx/team';
import picocolors from 'picocolors';
import { describe, expect, it } from 'vitest';
import { TEAM_FILE } from '../__fixtures__/scripted-team.ts';
import { draftOf } from '../input/line-editor.ts';
import { createMemberStyles } from '../render/member-styles.ts';
import { candidatesOf, completeDraft } from './complete-line.ts';

const team = parseTeam(TEAM_FILE);
const styles = createMemberStyles(team.members, picocolors.createColors(false));
const candidates = (line: string) => candidatesOf(line, team, styles);
const completed = (line: string) => completeDraft(draftOf(line), candidates(line)).text;

describe('completion of the input line', () => {
  it('completes commands, the names of agents, and @all, as far as all agree', () => {
    expect(['/exp', '@m', '@a', 'm', '/qu', '/'].map(completed)).toEqual([
      '/explain',
      '@max ',
      '@all ',
      'm',
      '/qu',
      '/',
    ]);
  });

  it('lists what a line may become and what that does, until there is a blank', () => {
    expect(candidates('/qu').map(({ label, does }) => `${label}: ${does}`)).toEqual([
      '/queue: who is speaking, and who is waiting',
      '/quit: leave; the conversation can be resumed',
    ]);
    expect(candidates('@').map(({ label, does }) => `${label}: ${does}`)).toEqual([
      '@sarah: Claude Code',
      '@max: Codex',
      '@gina: Gemini CLI',
      '@all: every agent',
    ]);
    expect([candidates(''), candidates('/diff 1'), candidates('hello')]).toEqual([[], [], []]);
  });

  it('changes nothing while the cursor is not at the end', () => {
    expect(completeDraft({ ...draftOf('/exp'), cursor: 1 }, candidates('/exp')).text).toBe('/exp');
  });
});
