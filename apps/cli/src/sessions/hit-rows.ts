import type { SearchHit } from '@ctx/inspector';
import stringWidth from 'string-width';
import { foldToLine, padToColumns } from '../render/fold-line.ts';
import { safeLine } from '../terminal/safe-text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { localTime, WIDEST } from './session-rows.ts';

const WIDEST_SPEAKER = 16;
/** What was found is cut behind this, so that text around it is seen too. */
const WIDEST_FOUND = 40;
const LEAST_ROOM = 20;

/** Returns a row for each message found: session, time, speaker, and the text around the words. Safe to print. */
export function hitRows(
  hits: readonly SearchHit[],
  { colors, columns }: Pick<Terminal, 'colors' | 'columns'>,
): string[] {
  const rows = hits.map(({ sessionId, at, speaker, ...text }) => ({
    facts: `${sessionId}  ${localTime.format(at)}`,
    speaker: foldToLine(speaker, WIDEST_SPEAKER),
    ...text,
  }));
  const factsWidth = Math.max(...rows.map(({ facts }) => facts.length));
  const speakerWidth = Math.max(...rows.map(({ speaker }) => stringWidth(speaker)));
  const room = Math.max(LEAST_ROOM, Math.min(columns(), WIDEST) - factsWidth - speakerWidth - 5);
  return rows.map(({ facts, speaker, before, found, after }) => {
    const words = foldToLine(found, Math.min(WIDEST_FOUND, room));
    const lead = endOf(before, Math.floor((room - stringWidth(words)) / 3));
    const rest = blankAt(after) + foldToLine(after, Math.max(1, room - stringWidth(lead) - stringWidth(words) - 1));
    return `${colors.dim(padToColumns(facts, factsWidth))}  ${padToColumns(speaker, speakerWidth)}  ${lead}${colors.bold(words)}${rest}`;
  });
}

/** The last words of a text that fit, on one line. */
function endOf(text: string, columns: number): string {
  const words = safeLine(text).split(' ');
  let end = /\s$/.test(text) ? ' ' : '';
  for (const word of words.reverse()) {
    const longer = end.trim() === '' ? word + end : `${word} ${end}`;
    if (word === '' || stringWidth(longer) > columns) break;
    end = longer;
  }
  return end.trimStart() === '' ? '' : end;
}

function blankAt(text: string): string {
  return /^\s/.test(text) ? ' ' : '';
}
