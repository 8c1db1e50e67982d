import { parseTeam } from '@ctx/team';
import { describe, expect, it } from 'vitest';
import { TEAM_FILE } from '../__fixtures__/scripted-team.ts';
import { completeLine, readAddressee } from './address-message.ts';

const team = parseTeam(TEAM_FILE);

describe('whom a message is for', () => {
  it.each([
    ['@sarah, look at this', 'sarah'],
    ['@Max: go', 'Max'],
    ['@GINA', 'GINA'],
    ['@bob hello', 'bob'],
    ['mail me @sarah', undefined],
    ['@ sarah', undefined],
    ['hello', undefined],
  ])('%j is for %s, and the text stays as it is', (text, to) => expect(readAddressee(text)).toEqual({ text, to }));

  it('is nobody in particular after a backslash, which goes', () => {
    expect(readAddressee('\\@Override is missing')).toEqual({ text: '@Override is missing' });
  });
});

describe('completion', () => {
  it('knows commands and agents', () => {
    expect(completeLine('/ex', team, ['/explain', '/queue'])).toEqual([['/explain'], '/ex']);
    expect(completeLine('@m', team, [])).toEqual([['@max '], '@m']);
    expect(completeLine('m', team, ['/x'])).toEqual([[], 'm']);
  });
});
