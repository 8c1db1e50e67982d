import { describe, expect, it } from 'vitest';
import { findMarkers } from './find-markers.ts';

const nearMisses = (text: string) =>
  findMarkers(text).flatMap(({ value, nearMiss, counts }) => (nearMiss ? [`${value}${counts ? ' counts' : ''}`] : []));

describe('findMarkers', () => {
  it('tells where each marker is and whether it counts', () => {
    const text = 'a **[NEXT: max]** `[NEXT: x]`\n  [TEAM_TASK]\nb\nc\n\n\\[DROP: all] [NEXT] max';
    expect(findMarkers(text).map(({ start, end, ...marker }) => ({ ...marker, text: text.slice(start, end) }))).toEqual(
      [
        { type: 'next', value: 'max', counts: true, text: '[NEXT: max]' },
        { type: 'team-task', value: 'b\nc', counts: true, text: '[TEAM_TASK]\nb\nc' },
        { type: 'drop', value: 'all', counts: false, text: '[DROP: all]' },
        { type: 'next', value: '[NEXT]', counts: false, nearMiss: true, text: '[NEXT]' },
      ],
    );
  });

  it.each([
    ['the name behind the bracket', '[NEXT] max', '[NEXT]'],
    ['no colon', 'ok [next max] b', '[next max]'],
    ['emphasis inside the bracket', '[**NEXT: max**]', '[**NEXT: max**]'],
    ['emphasis around the word', '[__NEXT__: max]', '[__NEXT__: max]'],
    ['another sign than a colon', '[NEXT - max]', '[NEXT - max]'],
    ['a line end inside', 'a [NEXT: max,\nsarah] b', '[NEXT: max,'],
    ['no closing bracket', '[DROP: all', '[DROP: all'],
    ['another closing bracket', '【DROP: all]', '【DROP: all]'],
    ['letters of full width', '[ＮＥＸＴ：max]', '[ＮＥＸＴ：max]'],
    ['an invisible character', '[\u200bNEXT: max]', '[\u200bNEXT: max]'],
    ['an invisible character in the word', '[NE\u200bXT: max]', '[NE\u200bXT: max]'],
    ['a code span that ends behind it', '[NEXT: `max] and` b', '[NEXT: `max]'],
    ['a marker inside', '[NEXT [NEXT: max]', '[NEXT [NEXT: max]'],
  ])('finds a near miss with %s', (_what, text, expected) => {
    expect(nearMisses(text)).toEqual([expected]);
  });

  it.each([
    '`[NEXT] max`',
    '```\n[NEXT] max\n```',
    '> [NEXT] max',
    '    [NEXT] max',
    '\\[NEXT] max',
    '<!-- [NEXT] max -->',
    '"[NEXT]" max',
    '[[NEXT]] max',
    '[Next page](a.html)',
    '[next]: https://a.example',
    '[nextjs] [NEXT_STEP] [NEXTS: a] [TEAM_TASK] [FROM] a',
    '[NEXT: max [NEXT sarah]',
  ])('finds none in %j', (text) => {
    expect(nearMisses(text)).toEqual([]);
  });

  it('is tested quickly: a text without such a bracket is not searched', () => {
    expect(findMarkers('a [b] [c](d) `[e]` FROM NEXT: max')).toEqual([]);
  });
});
