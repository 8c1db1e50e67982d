import { visibleText } from '@ctx/agent-runner';

/** The text as a Markdown code block whose fence is longer than any in the text, so that the text cannot end it. */
export function fenced(text: string, language = 'text'): string {
  const content = visibleText(text);
  let longest = 2;
  for (const [run] of content.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${content}\n${fence}`;
}

/** Punctuation that could mean something in Markdown. A hyphen inside a word, as in `turn-3`, means nothing. */
const PUNCTUATION = /(?<![A-Za-z0-9])-|-(?![A-Za-z0-9])|[!-,./:-@[-`{-~]/g;

/** The text as one line of Markdown, with all punctuation escaped that could mean something. */
export function inertLine(text: string): string {
  return visibleText(text).replace(/\s+/g, ' ').trim().replace(PUNCTUATION, '\\$&');
}
