import { graphemesOf } from '../render/graphemes.ts';
import type { Key } from '../terminal/keys.ts';
import { addPaste, isLong, type Pastes, unfold } from './pasted-text.ts';

/** A text that is being typed. */
export interface Draft {
  /** Each long paste is one character here. */
  readonly text: string;
  /** Index in `text`, never inside a grapheme. */
  readonly cursor: number;
  readonly pastes: Pastes;
}

/** An action that the code that shows the line has to perform. */
export type EditorAct = 'send' | 'interrupt' | 'escape' | 'leave' | 'complete' | 'older' | 'newer' | 'redraw';

/** The result of a key. */
export interface Edited {
  readonly draft: Draft;
  readonly act?: EditorAct | undefined;
}

/** A draft without text. */
export const EMPTY_DRAFT: Draft = { text: '', cursor: 0, pastes: new Map() };

/** Creates a draft of a text, with the cursor at its end. */
export function draftOf(text: string): Draft {
  return isLong(text) ? paste(EMPTY_DRAFT, text) : { ...EMPTY_DRAFT, text, cursor: text.length };
}

/** Returns the text of a draft, with every paste in full. */
export function wholeText({ text, pastes }: Draft): string {
  return unfold(text, pastes);
}

type Move = (draft: Draft) => number;

const MOVES: Readonly<Record<string, Move>> = {
  left: previous,
  'ctrl-b': previous,
  right: next,
  'ctrl-f': next,
  home: lineStart,
  'ctrl-a': lineStart,
  end: lineEnd,
  'ctrl-e': lineEnd,
  'ctrl-left': previousWord,
  'alt-left': previousWord,
  'alt-b': previousWord,
  'ctrl-right': nextWord,
  'alt-right': nextWord,
  'alt-f': nextWord,
};

/** These keys delete from the cursor to where the move leads. */
const DELETIONS: Readonly<Record<string, Move>> = {
  backspace: previous,
  'ctrl-h': previous,
  delete: next,
  'ctrl-d': next,
  'ctrl-w': previousWord,
  'alt-backspace': previousWord,
  'alt-ctrl-h': previousWord,
  'alt-d': nextWord,
  'ctrl-u': lineStart,
  'ctrl-k': lineEnd,
};

const ACTS: Readonly<Record<string, EditorAct>> = {
  'ctrl-c': 'interrupt',
  escape: 'escape',
  // Esc alone comes as Alt-Esc from Node.
  'alt-escape': 'escape',
  tab: 'complete',
  'ctrl-p': 'older',
  'ctrl-n': 'newer',
  'ctrl-l': 'redraw',
};

/** Applies one key to a draft. A pure function: the same draft and key give the same result. */
export function editDraft(draft: Draft, key: Key): Edited {
  if (key.type === 'text') return { draft: insert(draft, key.text) };
  if (key.type === 'paste') return { draft: paste(draft, key.text) };
  const { name } = key;
  if (name === 'return') return enter(draft);
  // `enter` is Ctrl-J, for terminals that use Alt-Enter themselves.
  if (name === 'alt-return' || name === 'enter' || name === 'alt-enter') return { draft: insert(draft, '\n') };
  if (name === 'up' || name === 'down') return upOrDown(draft, name);
  if (name === 'ctrl-d' && draft.text === '') return { draft, act: 'leave' };
  const act = ACTS[name];
  if (act !== undefined) return { draft, act };
  const move = MOVES[name];
  if (move !== undefined) return { draft: { ...draft, cursor: move(draft) } };
  const deletion = DELETIONS[name];
  return { draft: deletion === undefined ? draft : remove(draft, draft.cursor, deletion(draft)) };
}

// A backslash at the end of the text makes a new line instead of sending.
function enter(draft: Draft): Edited {
  const { text, cursor } = draft;
  if (text[cursor - 1] !== '\\' || cursor !== text.length) return { draft, act: 'send' };
  return { draft: insert(remove(draft, cursor - 1, cursor), '\n') };
}

function insert(draft: Draft, added: string): Draft {
  const { text, cursor } = draft;
  return { ...draft, text: text.slice(0, cursor) + added + text.slice(cursor), cursor: cursor + added.length };
}

function paste(draft: Draft, text: string): Draft {
  if (!isLong(text)) return insert(draft, text);
  const { pastes, token } = addPaste(draft.pastes, text);
  return insert({ ...draft, pastes }, token);
}

function remove(draft: Draft, from: number, to: number): Draft {
  const [start, end] = [Math.min(from, to), Math.max(from, to)];
  return { ...draft, text: draft.text.slice(0, start) + draft.text.slice(end), cursor: start };
}

// Moves between the lines of a text; from the first or last line, through the history.
function upOrDown(draft: Draft, direction: 'up' | 'down'): Edited {
  const { text, cursor } = draft;
  const start = lineStart(draft);
  const column = cursor - start;
  if (direction === 'up') {
    if (start === 0) return { draft, act: 'older' };
    const above = lineStart({ ...draft, cursor: start - 1 });
    return { draft: { ...draft, cursor: snap(text, Math.min(above + column, start - 1)) } };
  }
  const end = lineEnd(draft);
  if (end === text.length) return { draft, act: 'newer' };
  const below = lineEnd({ ...draft, cursor: end + 1 });
  return { draft: { ...draft, cursor: snap(text, Math.min(end + 1 + column, below)) } };
}

// The nearest index at or before `index` that is not inside a grapheme.
function snap(text: string, index: number): number {
  let at = 0;
  for (const grapheme of graphemesOf(text)) {
    if (at + grapheme.length > index) return at;
    at += grapheme.length;
  }
  return at;
}

function previous({ text, cursor }: Draft): number {
  return snap(text, Math.max(0, cursor - 1));
}

function next({ text, cursor }: Draft): number {
  const [grapheme = ''] = graphemesOf(text.slice(cursor));
  return cursor + grapheme.length;
}

function lineStart({ text, cursor }: Draft): number {
  return text.lastIndexOf('\n', cursor - 1) + 1;
}

function lineEnd({ text, cursor }: Draft): number {
  const end = text.indexOf('\n', cursor);
  return end === -1 ? text.length : end;
}

function previousWord({ text, cursor }: Draft): number {
  return Math.max(0, text.slice(0, cursor).search(/\S+\s*$/u));
}

function nextWord({ text, cursor }: Draft): number {
  return cursor + (/^\s*\S+/u.exec(text.slice(cursor))?.[0].length ?? text.length - cursor);
}
