import { expect, it } from 'vitest';
import { readSessionAndTurn } from './session-and-turn.ts';

it.each([
  [undefined, undefined, { session: 'last' }],
  ['turn-12', undefined, { session: 'last', turn: 'turn-12' }],
  ['7', undefined, { session: 'last', turn: '7' }],
  ['1234', undefined, { session: 'last', turn: '1234' }],
  ['20261', undefined, { session: '20261' }],
  ['turn-x', undefined, { session: 'turn-x' }],
  ['last', undefined, { session: 'last' }],
  ['7', '8', { session: '7', turn: '8' }],
  ['last', 'last', { session: 'last', turn: 'last' }],
])('the arguments %s and %s mean %j', (first, second, expected) =>
  expect(readSessionAndTurn(first, second)).toEqual(expected),
);
