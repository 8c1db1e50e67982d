import { findMarkers } from '@ctx/core/markers';
import type { CompileContext, Extension, Options, Token } from 'mdast-util-from-markdown';

type Syntax = NonNullable<Options['extensions']>[number];
type Tokenize = Extract<NonNullable<NonNullable<Syntax['text']>[number]>, { tokenize: unknown }>['tokenize'];

/** A marker in a Markdown tree. */
export interface MarkerNode {
  readonly type: 'marker';
  value: string;
}

const FIRST_LINE = /^[^\n\r\u2028\u2029]*/;
const BRACKETS = ['[', '［', '【'];

/** Extends the Markdown parser by the markers that count in a text. It must be the text that is parsed. */
export function markerSyntax(text: string): { readonly syntax: Syntax; readonly tree: Extension } {
  const markers = findMarkers(text).filter(({ counts }) => counts);
  // Of a task block, its first line.
  const ends = new Map(
    markers.map(({ start, end }) => [start, start + FIRST_LINE.exec(text.slice(start, end))![0].trimEnd().length]),
  );
  const tokenize: Tokenize = function (effects, ok, nok) {
    const end = ends.get(this.now().offset);
    const next: typeof ok = (code) => {
      if (this.now().offset < end!) {
        effects.consume(code);
        return next;
      }
      effects.exit('marker' as never);
      return ok(code);
    };
    return (code) => {
      if (end === undefined) return nok(code);
      effects.enter('marker' as never);
      return next(code);
    };
  };
  const construct = { name: 'marker', tokenize };
  return {
    syntax: { text: Object.fromEntries(BRACKETS.map((bracket) => [bracket.charCodeAt(0), construct])) },
    tree: { enter: { marker: enterMarker }, exit: { marker: exitMarker } },
  };
}

function enterMarker(this: CompileContext, token: Token): void {
  this.enter({ type: 'marker', value: '' } satisfies MarkerNode as never, token);
}

function exitMarker(this: CompileContext, token: Token): void {
  (this.stack.at(-1) as unknown as MarkerNode).value = this.sliceSerialize(token);
  this.exit(token);
}
