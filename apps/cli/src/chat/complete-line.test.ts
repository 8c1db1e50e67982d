import { parseTeam } from '@ctx/team';
import { describe, expect, it } from 'vitest';
import { TEAM_FILE } from '../__fixtures__/scripted-team.ts';
import { draftOf } from '../input/line-editor.ts';
import { completeDraft } from './complete-line.ts';

const team = parseTeam(TEAM_FILE);

function completed(line: string): [string, string[]] {
  const listed: string[] = [];
  return [completeDraft(draftOf(line), team, (candidates) => listed.push(candidates)).text, listed];
}

describe('completion of the input line', () => {
  it('completes commands, the names of agents, and @all', () => {
    expect(completed('/exp')).toEqual(['/explain', []]);
    expect(completed('@m')).toEqual(['@max ', []]);
    expect(completed('@a')).toEqual(['@all ', []]);
    expect(completed('m')).toEqual(['m', []]);
  });

  it('adds what all candidates share, and lists the candidates', () => {
    expect(completed('/qu')).toEqual(['/qu', ['/queue  /quit']]);
  });

  it('changes nothing while the cursor is not at the end', () => {
    expect(completeDraft({ ...draftOf('/exp'), cursor: 1 }, team, () => {}).text).toBe('/exp');
  });
});
