import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { drawInput } from './draw-input.ts';
import { draftOf, EMPTY_DRAFT, editDraft } from './line-editor.ts';

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
