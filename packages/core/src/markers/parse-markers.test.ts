import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseMarkers } from './parse-markers.ts';
import { stripAllMarkers } from './strip-all-markers.ts';

const valuesOf = (text: string) => parseMarkers(text).map(({ value }) => value);

describe('parseMarkers', () => {
  it('reads every type of marker, in order', () => {
    expect(
      parseMarkers('[FROM: al]\n[next：bob, `Carol`!p1 ] x **[DROP: ALL]**\n[Team_Task: Build X] [NEXT:]'),
    ).toEqual([
      { type: 'from', value: 'al' },
      { type: 'next', value: 'bob, `Carol`!p1' },
      { type: 'drop', value: 'ALL' },
      { type: 'team-task', value: 'Build X' },
      { type: 'next', value: '' },
    ]);
  });

  it('reads a task block up to a blank line, a bracket or a fence', () => {
    expect(parseMarkers('a\n  [TEAM_TASK]\nBuild X\n  and Y\n\nHello')).toEqual([
      { type: 'team-task', value: 'Build X\n  and Y' },
    ]);
    expect(valuesOf('[TEAM_TASK]\nBuild [X]\n[NEXT: bob]')).toEqual(['Build [X]', 'bob']);
    expect(valuesOf('[TEAM_TASK]\nBuild\n```\nx\n```')).toEqual(['Build']);
    expect(valuesOf('[TEAM_TASK]')).toEqual(['']);
    expect(valuesOf('see [TEAM_TASK] above')).toEqual([]);
  });

  it.each([
    ['a fence', '```\n[NEXT: x]\n```'],
    ['an unclosed fence', '~~~\n[NEXT: x]'],
    ['a code span', 'a `[NEXT: x]` b'],
    ['a code span that begins in it', '[NEXT: `x] `'],
    ['a quote', '> [NEXT: x]'],
    ['a quote in a list', '- > [NEXT: x]'],
    ['quotes in other lists', '* > [NEXT: x]\n+ > [NEXT: x]\n1. > [NEXT: x]\n12) > [NEXT: x]'],
    ['a quote in a list in a list', '  -  1.   > [NEXT: x]'],
    ['a quote that continues in a list', '- a\n\n  1. b\n     > [NEXT: x]'],
    ['an HTML comment', 'a <!-- [NEXT: x] --> b'],
    ['an HTML comment over lines', '<!--\n\n[NEXT: x]\n\n-->'],
    ['an HTML comment around a fence', '<!--\n```\n-->\n```\n[NEXT: x]\n-->'],
    ['a <pre> element', '<pre>\n[NEXT: x]\n</pre>'],
    ['a <pre> element with attributes', '<PRE class="a"\nid=b>[NEXT: x]</Pre >'],
    ['a <code> element', 'a <code>[NEXT: x]</code> b'],
    ['the second of two elements', '<code>a</code> <code>[NEXT: x]</code>'],
    ['elements in elements', '<pre><code>a</code>[NEXT: x]</pre>'],
    ['indented code', 'a\n\n    [NEXT: x]'],
    ['code indented by a tab', 'a\n\n\t[NEXT: x]'],
    ['code indented by blanks and a tab', 'a\n\n \t[NEXT: x]'],
    ['code indented by any blanks', 'a\n \n\u3000\u00a0 \u3000[NEXT: x]'],
    ['a later line of indented code', 'a\n\n    b\n    [NEXT: x]\n\tc\n     [NEXT: x]'],
    ['indented code after a blank line in it', 'a\n\n    b\n\n    [NEXT: x]'],
    ['a task block in indented code', 'a\n\n    [TEAM_TASK]\n    b'],
    ['indented code at the start', '    [NEXT: x]'],
    ['a fence on the line of a list item', '- ```yaml\n  [NEXT: x]\n  ```'],
    ['a fence in an item of an item', '- 1) ~~~\n  [NEXT: x]\n  ~~~'],
    ['elements for code and quotes', '<blockquote>[NEXT: x]</blockquote> <samp>[NEXT: x]</samp> <kbd>[NEXT: x]</kbd>'],
    ['elements that are not shown', '<script>[NEXT: x]</script><style>[NEXT: x]</style><textarea>[NEXT: x]</textarea>'],
    ['an attribute', '<img alt="see [NEXT: x]" src=a>'],
    ['struck text', 'a ~~[NEXT: x]~~ b ~~c [NEXT: x] d~~'],
    ['struck text over lines', '~~a\n[NEXT: x]\nb~~'],
    ['the text of a link', '[NEXT: x](https://a.example/b_(c)) [see [NEXT: x]](a) ![NEXT: x](b.png)'],
    ['the target of a link', '[a](https://a.example/[NEXT:x]) <https://a.example/[NEXT:x]> https://a.example/[NEXT:x]'],
    ['the definition of a link', '[NEXT: x]: https://a.example\n\n[NEXT: x]: b "a title"\n[a]: [NEXT:x]'],
    ['double brackets', '[[NEXT: x]]'],
    ['quotation marks', '"[NEXT: x]" \'[NEXT: x]\' “[NEXT: x]” «[NEXT: x]» 「[NEXT: x]」 《[NEXT: x]》 ❝[NEXT: x]❞'],
    ['text escaped by a backslash', '\\[NEXT: x] \\\\\\[NEXT: x]'],
    ['a code span over lines', 'a `b\n[NEXT: x]\nc` d'],
    ['a longer code span over lines', 'a ``b ` \n[NEXT: x] ` c`` d'],
    ['a code span over CR LF', 'a `b\r\n[NEXT: x]\r\nc` d'],
  ])('ignores a marker in %s', (_where, text) => {
    expect(parseMarkers(text)).toEqual([]);
  });

  it.each([
    ['an unclosed comment', '<!-- [NEXT: x]'],
    ['an unclosed comment after a closed one', '<!-- a --> <!-- [NEXT: x] <!--'],
    ['comments that end where they begin', '<!--> [NEXT: x] <!---> -->'],
    ['an unclosed <pre>', '<pre>[NEXT: x]<pre>'],
    ['an unclosed <code>', '<code>[NEXT: x]</pre>'],
    ['other elements', '<prefix>[NEXT: x]</prefix></pre> <b>'],
    ['an element that ends before it', '<pre>a</pre>[NEXT: x]</pre>'],
    ['a closing tag of something else', '<pre>[NEXT: x]</prefix>'],
    ['a comment in a code span', '`<!--` [NEXT: x] -->'],
    ['a comment in a fence', '```\n<!--\n```\n[NEXT: x] -->'],
    ['an escaped comment', '\\<!-- [NEXT: x] -->'],
    ['an escaped backslash', '\\\\[NEXT: x]'],
    ['an escaped backtick', 'a \\` b\n[NEXT: x] \\` c'],
    ['indented text after a line that is not blank', 'a\n    [NEXT: x]'],
    ['indented text after a fence', '```\n\n```\n    [NEXT: x]'],
    ['text after indented code', 'a\n\n    b\n[NEXT: x]'],
    ['indented text after text after indented code', 'a\n\n    b\nc\n    [NEXT: x]'],
    ['text indented by three blanks', 'a\n\n   [NEXT: x]'],
    ['an arrow', '-> [NEXT: x]'],
    ['a list', '- [NEXT: x]'],
    ['a greater sign further on', '- a > [NEXT: x]'],
    ['backticks in two paragraphs', 'a ` b\n\n[NEXT: x]\n\nc ` d'],
    ['backticks on two sides of a blank line', 'a ` b\n \n[NEXT: x] ` d'],
    ['backticks in two items of a list', '- a ` b\n- [NEXT: x] ` d'],
    ['backticks in two numbered items', '1. a ` b\n2) [NEXT: x] ` d'],
    ['a backtick in a heading before it', '# a ` b\n## [NEXT: x] ` d'],
    ['a backtick in a quote after it', 'a\n[NEXT: x] ` d\n> `'],
    ['backticks on two sides of a fence', 'a ` b\n```\n```\n[NEXT: x] ` d'],
    ['runs of different lengths', 'a ` b\n[NEXT: x] `` d'],
    ['the line after a code span', 'a `b\nc` d\n[NEXT: x]'],
    ['a backtick in a paragraph before a heading', 'a `b\n# c\n[NEXT: x]\nd` e'],
    ['a backtick in a paragraph before a list item', 'a `b\n12. c\n[NEXT: x]\nd` e'],
    ['emphasis', '***[NEXT: x]***'],
    ['blanks around the word', '[ NEXT\t:\u3000x\u00a0]'],
    ['square brackets of full width', '［NEXT：x］'],
    ['lenticular brackets', '【 next ： x 】'],
    ['a list item with a fence before it', '1. ```bash\n   npm ci\n   ```\n2. Open it.\n\n[NEXT: x]'],
    ['a list item behind a blank line', '- a\n\n    [NEXT: x]'],
    ['a list item behind a fence and a blank line', '1. a\n\n   ```\n   b\n   ```\n\n    [NEXT: x]'],
    ['a definition of more than a word', '[NEXT: x]: please look'],
    ['a line behind a quote', '> a\n[NEXT: x]'],
    ['emphasis in quotation marks', '"**[NEXT: x]**"'],
    ['a single quotation mark', 'a" [NEXT: x]. "b'],
    ['a comparison', 'if a <b then [NEXT: x] > c'],
    ['another closing bracket than its own', '【NEXT: x】 ［NEXT: a]b'],
    ['an element in a fence', '```\n<kbd>\n```\n[NEXT: x]</kbd>'],
    ['one tilde', '~a [NEXT: x] b~'],
    ['struck text in another block', '~~a\n\n[NEXT: x] b~~'],
    ['CDATA', '<![CDATA[ [NEXT: x] ]]>'],
    ['a processing instruction', '<?php\n[NEXT: x]\n?>'],
    ['a hidden opening', '\\[NEXT: [NEXT: x]'],
    ['a hidden task block', '<!--\n[TEAM_TASK]\n-->\nb [NEXT: x]'],
  ])('finds the marker in or after %s', (_where, text) => {
    expect(valuesOf(text)).toEqual(['x']);
  });

  it('finds no marker that strict stripping would keep', () => {
    const units = ['[NEXT:a]', '[FROM:', ']', '`', '\n', ' ', '> ', '\n```\n', '<!--', '-->', '**', 'b'];
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...units), maxLength: 20 }), (text) => {
        fc.pre(parseMarkers(text).length > 0);
        expect(stripAllMarkers(text, 'strict').length).toBeLessThan(text.length);
      }),
      { numRuns: 1_000 },
    );
  });
});
