import { parseTeam } from '@ctx/team';
import { describe, expect, it } from 'vitest';
import { TEAM_FILE } from '../__fixtures__/scripted-team.ts';
import { draftOf } from '../input/line-editor.ts';
import { completeDraft } from './complete-line.ts';

const team = parseTeam(TEAM_FILE);

function completed(line: string): [string, string[]] {
  const told: string[] = [];
  return [completeDraft(draftOf(line), team, (candidates) => told.push(candidates)).text, told];
}

describe('completion', () => {
  it('knows commands and agents, and everybody', () => {
    expect(completed('/exp')).toEqual(['/explain', []]);
    expect(completed('@m')).toEqual(['@max ', []]);
    expect(completed('@a')).toEqual(['@all ', []]);
    expect(completed('m')).toEqual(['m', []]);
  });

  it('adds what is certain and tells the rest', () => {
    expect(completed('/qu')).toEqual(['/qu', ['/queue  /quit']]);
  });

  it('leaves a line alone in whose middle the cursor is', () => {
    expect(completeDraft({ ...draftOf('/exp'), cursor: 1 }, team, () => {}).text).toBe('/exp');
  });
});
