import type { Redactor } from '@ctx/agent-runner';

const END_CHARACTERS = 4 * 1024;
/** Read on each side of a cut, so that a secret across it is recognised. */
const MARGIN_CHARACTERS = 4 * 1024;

/** A text without secrets: all of it, or its beginning and its end with a line about what is between them. */
export function twoEnds(text: string, redact: Redactor): string {
  if (text.length <= 2 * (END_CHARACTERS + MARGIN_CHARACTERS)) return cut(redact(text));
  const beginning = redact(text.slice(0, END_CHARACTERS + MARGIN_CHARACTERS)).slice(0, END_CHARACTERS);
  const end = redact(text.slice(-(END_CHARACTERS + MARGIN_CHARACTERS))).slice(-END_CHARACTERS);
  return joined(beginning, text.length - 2 * END_CHARACTERS, end);
}

function cut(text: string): string {
  if (text.length <= 2 * END_CHARACTERS) return text;
  return joined(text.slice(0, END_CHARACTERS), text.length - 2 * END_CHARACTERS, text.slice(-END_CHARACTERS));
}

function joined(beginning: string, leftOut: number, end: string): string {
  // No half of a surrogate pair at the cuts.
  const [first, last] = [beginning.replace(/[\ud800-\udbff]$/, ''), end.replace(/^[\udc00-\udfff]/, '')];
  return `${first}\n[${Math.ceil(leftOut / 1024)} KB left out]\n${last}`;
}
