import { expect, it } from 'vitest';
import { stripAllMarkers } from './strip-all-markers.ts';

it.each([
  ['*[NEXT: a]* x', 'x'],
  ['***[NEXT: a]*** x', 'x'],
  ['****[NEXT: a]**** x', '** x'],
  ['*[NEXT: a]_ x', '*_ x'],
  ['a *[NEXT: a] b* c', 'a * b* c'],
  // The star that the first marker has taken is not there for the second.
  ['*[NEXT: a]**[NEXT: b]** x', '* x'],
])('a marker takes along the emphasis that holds nothing else, up to three characters: %s', (text, expected) => {
  expect(stripAllMarkers(text, 'strict')).toBe(expected);
});
