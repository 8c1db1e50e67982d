import { parseTeam } from '@ctx/team';
import { describe, expect, it } from 'vitest';
import { TEAM_FILE } from '../__fixtures__/scripted-team.ts';
import { addresseeOf, completeLine } from './address-message.ts';

const team = parseTeam(TEAM_FILE);

describe('whom a message is for', () => {
  it.each([
    ['@sarah, look at this', 'sarah'],
    ['@Max: go', 'max'],
    ['@GINA', 'gina'],
    ['@bob hello', undefined],
    ['mail me @sarah', undefined],
    ['hello', undefined],
  ])('%j is for %s', (text, id) => expect(addresseeOf(text, team)).toBe(id));
});

describe('completion', () => {
  it('knows commands and agents', () => {
    expect(completeLine('/ex', team, ['/explain', '/queue'])).toEqual([['/explain'], '/ex']);
    expect(completeLine('@m', team, [])).toEqual([['@max '], '@m']);
    expect(completeLine('m', team, ['/x'])).toEqual([[], 'm']);
  });
});
