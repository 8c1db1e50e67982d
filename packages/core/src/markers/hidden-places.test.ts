import { expect, it } from 'vitest';
import { hiddenPlaces } from './hidden-places.ts';

/** The text with a dot for each hidden character. */
const shown = (text: string) => [...text].map((char, index) => (hiddenPlaces(text)[index] ? '.' : char)).join('');

it.each([
  ['a <code>b</code > c', `a ${'.'.repeat(14)}> c`],
  ['a <code>b</codex> c', 'a <code>b</codex> c'],
  ['a <code>b</codex> c</code> d', `a ${'.'.repeat(24)} d`],
  ['a <pre>b</pre > c', `a ${'.'.repeat(12)}> c`],
  ['a <!-- b --> c', `a ${'.'.repeat(10)} c`],
  ['--> <!-- b', '--> <!-- b'],
])('an element or comment is hidden up to its closing tag: %s', (text, expected) => {
  expect(shown(text)).toBe(expected);
});
