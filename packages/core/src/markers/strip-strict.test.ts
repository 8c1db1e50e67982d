import { describe, expect, it } from 'vitest';
import { stripAllMarkers } from './strip-all-markers.ts';

const strict = (text: string) => stripAllMarkers(text, 'strict');

describe('strict stripping', () => {
  it.each([
    ['code spans', 'a `[NEXT: x]` b'],
    ['spans of several backticks', 'a ``[NEXT: x] ` `` b'],
    ['quotes', '> [NEXT: x]\n   > [NEXT: x]\n>[DROP: x]'],
    ['fences', '```\n[NEXT: x]\n[TEAM_TASK]\n```'],
    ['two lines', '[NEXT: a,\nb]\r\n[NEXT: a,\r\nb] [NEXT: a\rb] [NEXT: a\u2028b] [NEXT: a\u2029b]'],
    ['an unfinished one', '[NEXT: x'],
    ['a FROM without a name', 'a [FROM:] [FROM：] b'],
    ['a mention of the block', 'we set [TEAM_TASK] here'],
    ['a block in bold', '**[TEAM_TASK]**\nx'],
    ['something like a marker', '[NEXT] [NEXT x] [TEAM-TASK: x] [NEXTS: x] [**NEXT: x**] (NEXT: x) [ＮＥＸＴ: x]'],
  ])('leaves %s alone', (_what, text) => {
    expect(strict(text)).toBe(text);
  });

  it.each([
    ['a span inside a marker is part of it', 'a [NEXT: `x`, ``y``] b', 'a b'],
    ['a span that begins in a marker and ends after it wins', '[NEXT: `x] `] b', '[NEXT: `x] `] b'],
    ['such a span wins over every opening before it', '[FROM: [NEXT: `]` [NEXT: a] b', '[FROM: [NEXT: `]` b'],
    ['a span that begins before a marker and ends in it wins', 'a ` b [NEXT: `x] c', 'a ` b [NEXT: `x] c'],
    ['a backtick without another in its line is text', 'a ` b [NEXT: x] c\n`', 'a ` b c\n`'],
    ['a run of another length closes nothing', 'a `` b [NEXT: x] c `', 'a `` b c `'],
    ['markers after a span are found', '`[NEXT: x]` [NEXT: y] `[NEXT: z]`', '`[NEXT: x]` `[NEXT: z]`'],
    ['a marker may contain other openings', '[NEXT: [FROM: a] b', 'b'],
    ['four spaces before > make no quote', 'a\n    > [NEXT: x] b', 'a\n    > b'],
    ['a tab makes no quote', '\t> [NEXT: x] b', '\t> b'],
    ['a > later in the line is not a quote', 'a > [NEXT: x] b', 'a > b'],
    ['full-width colons', '[NEXT：a] [TEAM_TASK：b] [DROP：c] [FROM：d] x', 'x'],
    ['any letter case', '[nExT:a] [Team_Task: b] [drop:c] [FrOm:d] x', 'x'],
  ])('finds markers: %s', (_rule, text, stripped) => {
    expect(strict(text)).toBe(stripped);
  });

  it.each([
    ['one star', '*[NEXT: x]* a', 'a'],
    ['three stars', '***[NEXT: x]*** a', 'a'],
    ['of four, three', '****[NEXT: x]**** a', '** a'],
    ['underscores', '__[NEXT: x]__ a', 'a'],
    ['both, mirrored', '**_[NEXT: x]_** a', 'a'],
    ['as many as both sides have', '***[NEXT: x]* a', '** a'],
    ['the other way round', 'b *[NEXT: x]*** a', 'b ** a'],
    ['not when they differ', '*[NEXT: x]_ a', '*_ a'],
    ['not when only one side has them', '**[NEXT: x] a', '** a'],
    ['not when it holds more', '**[NEXT: x] a**', '** a**'],
    ['not other characters', '~[NEXT: x]~ a', '~~ a'],
    ['a star is used only once', '*[NEXT: x]*[NEXT: y]* a', '* a'],
    ['each with its own', '*[NEXT: x]* *[NEXT: y]* a', 'a'],
    ['alone on its line', 'a\n**[NEXT: x]**\nb', 'a\nb'],
  ])('removes emphasis together with its marker: %s', (_rule, text, stripped) => {
    expect(strict(text)).toBe(stripped);
  });

  it.each([
    ['alone on its line, up to a blank line', 'a\n[TEAM_TASK]\nb\nc\n\nd', 'a\n\nd'],
    ['a line of blanks is blank', 'a\n[TEAM_TASK]\nb\n \u3000\t\nd', 'a\n \u3000\t\nd'],
    ['up to a line that starts with a bracket', 'a\n[TEAM_TASK]\nb\n[c]\nd', 'a\n[c]\nd'],
    ['not up to an indented bracket', 'a\n[TEAM_TASK]\nb\n [c]\nd\n\ne', 'a\n\ne'],
    ['up to a fence', '[TEAM_TASK]\nb\n~~~\nc\n~~~', '~~~\nc\n~~~'],
    ['up to the end', 'a\n[TEAM_TASK]\nb', 'a'],
    ['blanks around it', 'a\n \t[team_task]\u3000\nb', 'a'],
    ['a quoted line and markers in it go with it', '[TEAM_TASK]\n> b\nc [NEXT: d]\n\ne', 'e'],
    ['CR LF', 'a\r\n[TEAM_TASK]\r\nb\r\n\r\nc', 'a\r\n\r\nc'],
    ['one after the other', '[TEAM_TASK]\n[TEAM_TASK]\nb\n\nc', 'c'],
  ])('removes a task block: %s', (_rule, text, stripped) => {
    expect(strict(text)).toBe(stripped);
  });

  it.each([
    ['a line of only markers is removed with its line end', 'a\n[NEXT:x]\nb\r\n[NEXT:x]\r\nc', 'a\nb\r\nc'],
    ['such a line may have blanks', 'a\n \t[NEXT:x]\u3000[NEXT:y] \nb', 'a\nb'],
    ['at the start, the blanks after it are removed', '[NEXT:x] \u3000a', 'a'],
    ['at the start, the indentation stays', '\t [NEXT:x]  a', '\t a'],
    ['at the end, the blanks on both sides are removed', 'a \u3000[NEXT:x]\t \nb', 'a\nb'],
    ['at the end of the message too', 'a [NEXT:x] ', 'a'],
    ['at the end, before CR LF', 'a [NEXT:x] \r\nb', 'a\r\nb'],
    ['before other line ends', 'a [NEXT:x] \u2028b [NEXT:x]\u2029c [NEXT:x]\rd', 'a\u2028b\u2029c\rd'],
    ['between blanks, those before it are removed', 'a  [NEXT:x]\u3000\tb', 'a\u3000\tb'],
    ['between words, only the marker is removed', 'a[NEXT:x]b', 'ab'],
    ['between words, markers that touch', 'a[NEXT:x][NEXT:y]b', 'ab'],
    ['between words, one space for the blanks in the run', 'a[NEXT:x]\t\u3000[NEXT:y][NEXT:z]b', 'a b'],
    ['between words, also when the last ones touch', 'a[NEXT:x][NEXT:y]\t[NEXT:z]b', 'a b'],
    ['with a blank before only', 'a [NEXT:x].', 'a .'],
    ['with a blank after only', 'a[NEXT:x] b', 'a b'],
    ['with a blank before only, a run', 'a [NEXT:x] [NEXT:y]b', 'a b'],
    ['with a blank after only, a run', 'a[NEXT:x] [NEXT:y] b', 'a b'],
    ['a run at the end that touches the word', 'a[NEXT:x] [NEXT:y]', 'a'],
    ['a run at the start that touches the word', '[NEXT:x] [NEXT:y]a', 'a'],
    ['several runs', '[NEXT:x] a [NEXT:x] b[NEXT:x]c [NEXT:x]', 'a bc'],
  ])('removes the blanks around a run of markers: %s', (_rule, text, stripped) => {
    expect(strict(text)).toBe(stripped);
  });

  it.each([
    ['before the first and after the last line', ' \n\t\r\n\u3000\n  a  \n\n \u2028 ', '  a  '],
    ['blank lines inside stay', 'a\n\n \nb', 'a\n\n \nb'],
    ['a message of blanks', ' \u3000', ''],
    ['a message of blank lines', '\n \r\n', ''],
    ['blank lines that markers leave at the ends', '[NEXT:x]\n\na\n\n[NEXT:x]', 'a'],
    ['blank lines in an unclosed fence stay', '\n```\n\na\n\n', '```\n\na\n\n'],
    ['blank lines after a fence are removed', '```\na\n``` \n\n', '```\na\n``` '],
    ['a fence at the end', '\na\n```\n\n```', 'a\n```\n\n```'],
    ['blanks before a line separator stay', 'a  \u2028\n', 'a  '],
    ['blanks before a paragraph separator stay', 'a  \u2029\n', 'a  '],
    ['a line that ends in CR', '\r\ra\r\r', 'a'],
  ])('removes blank lines at both ends: %s', (_rule, text, stripped) => {
    expect(strict(text)).toBe(stripped);
  });

  it('returns an unchanged text as the same string', () => {
    const parts = ['a  b', '  c'];
    const text = parts.join('\n');
    expect(Object.is(strict(text), text)).toBe(true);
  });
});
