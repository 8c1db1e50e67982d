import { describe, expect, it } from 'vitest';
import { stripAllMarkers } from './strip-all-markers.ts';

describe('lenient stripping', () => {
  it.each([
    ['white space', ' a  b\t\n\n\n  c \r\n'],
    ['an unclosed marker', 'a  [NEXT: b'],
    ['a marker that is closed only after a fence', '[NEXT: b  \n```\n]\n```\n  ]'],
    ['a FROM without a name', 'a  [FROM:]  b'],
    ['a FROM without a name, full-width', 'a  [FROM：]  b'],
    ['markers in fences only', 'a  b\n```\n[NEXT: b]\n```\n\n~~~\n[TEAM_TASK]\n~~~\n'],
    ['something like a marker', 'a  [NEXT] [NEXT b] [TEAM-TASK: x] [NEXTS: b] [**NEXT: b**] (NEXT: b) [ＮＥＸＴ: b]'],
  ])('returns a text with %s unchanged', (_what, text) => {
    expect(stripAllMarkers(text)).toBe(text);
  });

  it.each([
    ['any letter case', '[nExT:a] [Team_Task: b] [drop:c] [FrOm:d] x', 'x'],
    ['a full-width colon', '[NEXT：a] [TEAM_TASK： b] [DROP：c] [FROM：d] x', 'x'],
    ['a FROM with a blank for a name', 'a [FROM: ] b', 'a b'],
    ['a marker over lines', 'a [DROP: b,\n\nc] d', 'a d'],
    ['a FROM that holds an opening', '[FROM:[FROM:] a', 'a'],
    ['an empty inline task', 'a [TEAM_TASK:] b', 'a b'],
    ['a task block up to a bracket of any kind', 'a [TEAM_TASK] b [x] c', 'a [x] c'],
    ['several task blocks', '[team_task]a[TEAM_TASK]b', ''],
    ['the first of two closing brackets', '[NEXT: a] b]', 'b]'],
    ['code in a marker', '[NEXT: `a] b` c', 'b` c'],
  ])('removes %s', (_what, text, stripped) => {
    expect(stripAllMarkers(text)).toBe(stripped);
  });

  it.each([
    ['FROM before all others', '[TEAM_TASK:[FROM:a] b] c', 'c'],
    ['FROM before NEXT', '[NE[FROM:x]XT:a] b', 'b'],
    ['FROM before a task block', '[TEAM_[FROM:x]TASK] a', ''],
    ['an inline task before a block', '[TEAM_TASK[TEAM_TASK: x]] a', ''],
    ['a block before NEXT', '[NEXT: a [TEAM_TASK] b] c', '[NEXT: a'],
    ['NEXT before DROP', '[DR[NEXT:a]OP:b] c', 'c'],
    ['not DROP before NEXT', '[NE[DROP:a]XT:b] c', '[NEXT:b] c'],
    ['not NEXT before FROM', '[FR[NEXT:a]OM:b] c', '[FROM:b] c'],
  ])('removes types of markers in order: %s', (_what, text, stripped) => {
    expect(stripAllMarkers(text)).toBe(stripped);
  });

  it.each([
    ['runs of white space become one space', 'a \t\u3000 b\u00a0\u00a0c [NEXT:x]', 'a b c'],
    ['a single tab or ideographic space stays', 'a\tb\u3000c [NEXT:x]', 'a\tb\u3000c'],
    ['lines are trimmed', '\u3000a \n\tb\t\n c [NEXT:x]', 'a\nb\nc'],
    ['empty lines are removed', '\n\na\n \n\t\n\nb[NEXT:x]\n\n', 'a\nb'],
    ['CR LF becomes LF', 'a\r\n\r\nb\r\n[NEXT:x]', 'a\nb'],
    ['a line separator is white space of its line', 'a\u2028b \u2028 c [NEXT:x]', 'a\u2028b c'],
    ['pieces without a marker are tidied too', '  a  \n```\n  x  \n```\n  b  [NEXT:x]', 'a\n```\n  x  \n```\nb'],
    ['a fence keeps its CR', '[NEXT:x]\r\n```\r\na\r\n```\r\n\r\nb\r\n', '```\r\na\r\n```\r\nb'],
    ['a fence at the end keeps its CR, not its LF', '[NEXT:x]\r\n```\r\na\r\n```\r\n', '```\r\na\r\n```\r'],
    ['two fences in a row', '[NEXT:x]\n```\na\n```\n```\nb\n```', '```\na\n```\n```\nb\n```'],
  ])('tidies a text with markers: %s', (_what, text, stripped) => {
    expect(stripAllMarkers(text)).toBe(stripped);
  });
});
