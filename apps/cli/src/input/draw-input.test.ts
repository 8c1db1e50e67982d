import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { graphemesOf } from '../render/graphemes.ts';
import { drawInput } from './draw-input.ts';
import { draftOf, EMPTY_DRAFT, editDraft } from './line-editor.ts';

/** The part of a row that is left of a column. */
function leftOf(row: string, column: number): string {
  let left = '';
  for (const part of graphemesOf(row)) if (stringWidth(left + part) <= column) left += part;
  return left;
}

const options = { prompt: 'Al > ', columns: 20, maxRows: 4 };

describe('the input line on the screen', () => {
  it('comes after its prompt, with the cursor at its end', () => {
    expect(drawInput(draftOf('hello'), options)).toEqual({ rows: ['Al > hello'], cursor: { row: 0, column: 10 } });
  });

  it('wraps by the width of each character', () => {
    const { rows, cursor } = drawInput(draftOf('你好世界你好世界你好'), options);
    expect(rows).toEqual(['Al > 你好世界你好世', '     界你好']);
    expect(cursor).toEqual({ row: 1, column: 11 });
    for (const row of rows) expect(stringWidth(row)).toBeLessThan(options.columns);
  });

  it('breaks between words, and takes the cursor along', () => {
    expect(drawInput(draftOf('one two three four'), options)).toEqual({
      rows: ['Al > one two three ', '     four'],
      cursor: { row: 1, column: 9 },
    });
    expect(drawInput({ ...draftOf('one two three four'), cursor: 16 }, options).cursor).toEqual({ row: 1, column: 7 });
    expect(drawInput({ ...draftOf('one two three four'), cursor: 14 }, options).cursor).toEqual({ row: 1, column: 5 });
    expect(drawInput(draftOf('seven letters  fit'), options).rows).toEqual(['Al > seven letters ', '     fit']);
    expect(drawInput(draftOf(`a ${'x'.repeat(30)}`), options).rows).toEqual([
      'Al > a ',
      '     xxxxxxxxxxxxxx',
      '     xxxxxxxxxxxxxx',
      '     xx',
    ]);
  });

  it('has all of a text but blanks at the ends of rows, and the cursor where the next key goes', () => {
    const words = fc.array(fc.constantFrom('a', 'word', 'longer-word', '你好', ' ', '  ', '\n', '👩‍💻'), {
      maxLength: 20,
    });
    fc.assert(
      fc.property(words, fc.integer({ min: 12, max: 40 }), fc.nat(20), (parts, columns, before) => {
        const text = parts.join('');
        const cursor = parts.slice(0, before).join('').length;
        const { rows, cursor: place } = drawInput({ ...draftOf(text), cursor }, { prompt: '> ', columns, maxRows: 99 });
        expect(rows.join('').replace(/\s/g, '')).toBe(`>${text.replace(/\s/g, '')}`);
        for (const row of rows) expect(stringWidth(row)).toBeLessThan(columns);
        const shown = rows.slice(0, place.row).join('') + leftOf(rows[place.row]!, place.column);
        expect(shown.replace(/\s/g, '')).toBe(`>${text.slice(0, cursor).replace(/\s/g, '')}`);
      }),
      { numRuns: 500, examples: [[[' ', 'longer-word', '你好', '👩‍💻', 'word', '你好'], 27, 0]] },
    );
  });

  it('shows several lines; if there are too many, those around the cursor', () => {
    expect(drawInput(draftOf('one\ntwo'), options).rows).toEqual(['Al > one', '     two']);
    const { rows, cursor } = drawInput({ ...draftOf('1\n2\n3\n4\n5\n6\n7'), cursor: 6 }, options);
    expect(rows).toEqual(['     2', '     3', '     4', '     5']);
    expect(cursor).toEqual({ row: 2, column: 5 });
  });

  it('shows a long paste as one token, and control characters as signs', () => {
    const pasted = 'x\n'.repeat(5_000);
    const { draft } = editDraft(EMPTY_DRAFT, { type: 'paste', text: pasted });
    expect(drawInput(draft, { ...options, columns: 80 }).rows).toEqual(['Al > [pasted 5,000 lines]']);
    expect(drawInput(draftOf('a\tb\u001b[2J'), options).rows).toEqual(['Al > a    b␛[2J']);
  });
});
