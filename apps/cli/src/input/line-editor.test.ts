import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Key } from '../terminal/keys.ts';
import { type Draft, draftOf, type EditorAct, EMPTY_DRAFT, editDraft, wholeText } from './line-editor.ts';

/** Names such as `left` are keys, `'text` is typed, `<text` is pasted. */
function type(...typed: string[]): { draft: Draft; acts: EditorAct[] } {
  const acts: EditorAct[] = [];
  let draft = EMPTY_DRAFT;
  for (const each of typed) {
    const edited = editDraft(draft, keyOf(each));
    draft = edited.draft;
    if (edited.act !== undefined) acts.push(edited.act);
  }
  return { draft, acts };
}

function keyOf(typed: string): Key {
  if (typed.startsWith("'")) return { type: 'text', text: typed.slice(1) };
  return typed.startsWith('<') ? { type: 'paste', text: typed.slice(1) } : { type: 'key', name: typed };
}

/** The text with `|` at the cursor. */
function after(...typed: string[]): string {
  const { text, cursor } = type(...typed).draft;
  return `${text.slice(0, cursor)}|${text.slice(cursor)}`;
}

const long = Array.from({ length: 5_000 }, (_, index) => `line ${index}`).join('\n');

describe('the line editor', () => {
  it.each([
    [["'ab", 'left', "'x"], 'ax|b'],
    [["'one two", 'home', 'delete'], '|ne two'],
    [["'one two", 'ctrl-w'], 'one |'],
    [["'one two", 'alt-b', 'ctrl-k'], 'one |'],
    [["'one two", 'ctrl-a', 'alt-f'], 'one| two'],
    [["'one two", 'ctrl-u'], '|'],
    [["'ab", 'backspace'], 'a|'],
    [["'a👩‍👩‍👧‍👦", 'backspace'], 'a|'],
    [["'你好", 'left', 'backspace'], '|好'],
    [["'a", 'right', 'down', 'unknown'], 'a|'],
    [["'one", 'alt-return', "'two"], 'one\ntwo|'],
    [["'one", 'enter', "'two"], 'one\ntwo|'],
    [["'one\\", 'return', "'two"], 'one\ntwo|'],
    [["'one", 'enter', "'two", 'up'], 'one|\ntwo'],
    [["'one", 'enter', "'two", 'up', 'home', 'down'], 'one\n|two'],
    [["'one", 'enter', "'two", 'home', 'backspace'], 'one|two'],
  ])('%j: %j', (typed, text) => expect(after(...typed)).toBe(text));

  it.each([
    [['return'], ['send']],
    [["'a\\", 'left', 'return'], ['send']],
    [['ctrl-c'], ['interrupt']],
    [['ctrl-d'], ['leave']],
    [["'a", 'home', 'ctrl-d'], []],
    [
      ['up', 'down', 'tab', 'ctrl-l'],
      ['older', 'newer', 'complete', 'redraw'],
    ],
    [["'a", 'enter', "'b", 'up', 'up'], ['older']],
  ])('%j asks for %j', (typed, acts) => expect(type(...typed).acts).toEqual(acts));

  it('does not send a paste, even if it contains line ends', () => {
    expect(type('<one\ntwo\n')).toMatchObject({ acts: [], draft: { text: 'one\ntwo\n' } });
  });

  it('keeps a long paste as one character that can be deleted, and sends it whole', () => {
    const { draft } = type("'see ", `<${long}`, "' and ", `<${long}\n`, "'.");
    expect([...draft.text]).toHaveLength('see '.length + 1 + ' and '.length + 1 + 1);
    expect(wholeText(draft)).toBe(`see ${long} and ${long}\n.`);
    expect(wholeText(type(`<${long}`, 'backspace').draft)).toBe('');
    expect(wholeText(draftOf(long))).toBe(long);
  });

  it('keeps the cursor between graphemes, whatever keys are pressed', () => {
    const keys = ['left', 'right', 'up', 'down', 'home', 'end', 'alt-b', 'alt-f', 'backspace', 'delete', 'ctrl-w'];
    const typed = fc.constantFrom(...keys, "'a", "'👍🏽", "'你", "' ", 'enter');
    const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
    fc.assert(
      fc.property(fc.array(typed, { maxLength: 30 }), (pressed) => {
        const { text, cursor } = type(...pressed).draft;
        const places = [...segmenter.segment(text)].map(({ index }) => index);
        expect([...places, text.length]).toContain(cursor);
      }),
    );
  });
});
