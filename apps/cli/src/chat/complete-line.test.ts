import { parseTeam } from '@ctx/team';
import { describe, expect, it } from 'vitest';
import { TEAM_FILE } from '../__fixtures__/scripted-team.ts';
import { completeLine } from './complete-line.ts';

const team = parseTeam(TEAM_FILE);

describe('completion', () => {
  it('knows commands and agents, and everybody', () => {
    expect(completeLine('/ex', team, ['/explain', '/queue'])).toEqual([['/explain'], '/ex']);
    expect(completeLine('@m', team, [])).toEqual([['@max '], '@m']);
    expect(completeLine('@a', team, [])).toEqual([['@all '], '@a']);
    expect(completeLine('m', team, ['/x'])).toEqual([[], 'm']);
  });
});
