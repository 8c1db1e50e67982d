import { visibleText } from '@ctx/agent-runner';

/** A text as a block of code in Markdown: nothing in it is read as anything but text, and nothing in it can end the block. */
export function fenced(text: string): string {
  const content = visibleText(text);
  let longest = 2;
  for (const [run] of content.matchAll(/`+/g)) longest = Math.max(longest, run.length);
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${content}\n${fence}`;
}

/** A text in one line of Markdown, without any meaning there. */
export function inertLine(text: string): string {
  return visibleText(text)
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[!-/:-@[-`{-~]/g, '\\$&');
}
