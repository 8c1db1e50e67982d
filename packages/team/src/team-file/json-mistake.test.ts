import { describe, expect, it } from 'vitest';
import { findJsonMistake } from './json-mistake.ts';

describe('a mistake in JSON', () => {
  it.each([
    ['{"a": 1,}', 8, 'there is a comma before the }'],
    ['[1, 2', 0, 'the [ here is never closed'],
    ['{"a": 1\n "b": 2}', 9, 'a comma or colon is missing before this'],
    ['{"a" "b"}', 5, 'a comma or colon is missing before this'],
    ["{'a': 1}", 1, 'a text needs double quotes, not single ones'],
    ['{a: 1}', 1, 'a needs double quotes'],
    ['{"a": yes}', 6, 'yes needs double quotes'],
    ['{} // end', 3, 'a comment; JSON has none'],
    ['{"a": "b\n"}', 6, 'the text that begins here has no end on its line, or a wrong backslash in it'],
    ['{"a": "C:\\dir"}', 6, 'the text that begins here has no end on its line, or a wrong backslash in it'],
    ['{"a": 1]', 7, 'there is nothing open that this ] closes'],
    ['{"a":, }', 5, 'there is nothing before this ,'],
    ['{"a": =}', 6, '"=" does not belong here'],
  ])('in %j is found at %i: %s', (text, offset, message) => {
    expect(findJsonMistake(text)).toEqual({ offset, message });
  });

  it.each(['', '{"a"}', '{"a": }'])('in %j is at least told in the words of Node', (text) => {
    expect(findJsonMistake(text)?.message).not.toBe('');
  });

  it('is not found in JSON', () => {
    expect(findJsonMistake('\n{"a": [1.5e3, -0, true, null, "\\u00e9\\n"], "b": {}}\n')).toBeUndefined();
  });
});
