import type { Span } from './json-scanner.ts';

const FENCE_OPENING = /(?<!`)```[ \t]*(?:json|tool_call|tool_code)?$/i;

/**
 * The text without the given calls, trimmed. A fence or list that held only calls is removed with them. Where a call
 * stood between two pieces of text, one space or one blank line remains.
 */
export function removeCalls(text: string, calls: readonly Span[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const group of groupCalls(text, calls)) {
    const { start, end } = withFence(text, group, from);
    pieces.push(text.slice(from, start));
    from = end;
  }
  pieces.push(text.slice(from));
  return joinPieces(pieces);
}

/** Calls with nothing but white space and commas between them share one fence. */
function groupCalls(text: string, calls: readonly Span[]): Span[] {
  const groups: Span[] = [];
  for (const call of calls) {
    const last = groups.at(-1);
    if (last !== undefined && /^[\s,]*$/.test(text.slice(last.end, call.start))) {
      groups[groups.length - 1] = { start: last.start, end: call.end };
    } else groups.push(call);
  }
  return groups;
}

/** Extends a group over the list and the fence around it, if they hold nothing else. */
function withFence(text: string, group: Span, from: number): Span {
  const list = withWhiteSpace(text, group);
  const isList = text[list.start - 1] === '[' && text[list.end] === ']';
  const body = isList ? { start: list.start - 1, end: list.end + 1 } : group;
  const outer = withWhiteSpace(text, body);
  // The opening of a fence is short; a search this far back keeps the cost per call constant.
  const windowStart = Math.max(from, outer.start - 32);
  const opening = FENCE_OPENING.exec(text.slice(windowStart, outer.start));
  if (opening === null) return body;
  const start = windowStart + opening.index;
  if (text.startsWith('```', outer.end)) return { start, end: outer.end + 3 };
  return outer.end === text.length ? { start, end: outer.end } : body;
}

function withWhiteSpace(text: string, span: Span): Span {
  let { start, end } = span;
  while (/\s/.test(text.charAt(start - 1))) start -= 1;
  while (/\s/.test(text.charAt(end))) end += 1;
  return { start, end };
}

function joinPieces(pieces: readonly string[]): string {
  const joined: string[] = [];
  let gapHasBreak = false;
  for (const piece of pieces) {
    const words = piece.trim();
    if (words === '') {
      gapHasBreak ||= piece.includes('\n');
      continue;
    }
    const start = piece.indexOf(words[0]!);
    gapHasBreak ||= piece.slice(0, start).includes('\n');
    if (joined.length > 0) joined.push(gapHasBreak ? '\n\n' : ' ');
    joined.push(words);
    gapHasBreak = piece.slice(start + words.length).includes('\n');
  }
  return joined.join('');
}
