import { expect, it } from 'vitest';
import { stripAllMarkers } from './strip-all-markers.ts';

it.each([
  ['*[NEXT: a]* x', 'x'],
  ['***[NEXT: a]*** x', 'x'],
  ['****[NEXT: a]**** x', '** x'],
  ['*[NEXT: a]_ x', '*_ x'],
  ['a *[NEXT: a] b* c', 'a * b* c'],
  // A star that belongs to the first marker does not count for the second.
  ['*[NEXT: a]**[NEXT: b]** x', '* x'],
])('emphasis around nothing but a marker is removed with it, up to three characters: %s', (text, expected) => {
  expect(stripAllMarkers(text, 'strict')).toBe(expected);
});
