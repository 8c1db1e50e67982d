import type { Receipt } from '@ctx/contract';
import stringWidth from 'string-width';
import type { ExplainedMessage, MessageFate } from '../sessions/explain-turn.ts';
import { safeLine } from '../terminal/safe-text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { foldToLine, padToColumns } from './fold-line.ts';
import { formatBytes, formatCount } from './format-amounts.ts';
import { sectionStyle } from './section-bar.ts';

const WIDEST = 120;
const WIDEST_BAR = 60;
/** More than that of the messages outside the window are only counted. */
const OUTSIDE_SHOWN = 3;

const FATES: Readonly<
  Record<MessageFate, { sign: string; words: string; color: 'cyan' | 'green' | 'yellow' | 'dim' }>
> = {
  answered: { sign: '▶', words: 'answered', color: 'green' },
  seen: { sign: '+', words: 'seen', color: 'cyan' },
  'over-budget': { sign: '-', words: 'over the budget', color: 'yellow' },
  'outside-window': { sign: '-', words: 'outside the window', color: 'dim' },
  'same-as-answered': { sign: '=', words: 'same as the message', color: 'dim' },
};

/** Prints what a prompt was made of: bytes per section as bars, and what was left of the budget. */
export function printSections({ sections, usedBytes, maxBytes, remainingBytes }: Receipt, terminal: Terminal): void {
  const { colors, write } = terminal;
  const share = usedBytes * 100 < maxBytes ? 'less than 1' : String(Math.round((usedBytes / maxBytes) * 100));
  write(`${colors.bold('The prompt')}  ${formatBytes(usedBytes)} of ${formatBytes(maxBytes)} (${share} %)\n`);
  const separators = usedBytes - sections.reduce((sum, { bytes }) => sum + bytes, 0);
  const rows = [
    ...sections.map(({ name, bytes }) => ({ ...sectionStyle(name), bytes })),
    ...(separators > 0 ? [{ label: 'separators', glyph: '·', color: 'gray' as const, bytes: separators }] : []),
    { label: 'free', glyph: '░', color: 'gray' as const, bytes: remainingBytes },
  ];
  const room = Math.max(10, Math.min(WIDEST_BAR, terminal.columns() - 28));
  // A budget of megabytes would leave nothing of the bars.
  const scale = Math.min(maxBytes, usedBytes * 2);
  for (const { label, bytes, glyph, color } of rows) {
    const width = bytes === 0 ? 0 : Math.max(1, Math.round((Math.min(bytes, scale) / scale) * room));
    write(`  ${padToColumns(label, 12)}  ${formatBytes(bytes).padStart(8)}  ${colors[color](glyph.repeat(width))}\n`);
  }
}

/** Prints what became of each message. */
export function printMessageFates(messages: readonly ExplainedMessage[], receipt: Receipt, terminal: Terminal): void {
  const { colors, write } = terminal;
  const outside = messages.filter(({ fate }) => fate === 'outside-window');
  const hidden = new Set(outside.length > OUTSIDE_SHOWN ? outside.slice(0, -1) : []);
  write(`\n${colors.bold('The conversation')}  ${summary(receipt)}\n`);
  if (hidden.size > 0) {
    write(`${colors.dim(`  - ${formatCount(hidden.size, 'older message')} outside the window`)}\n`);
  }
  const shown = messages.filter((explained) => !hidden.has(explained));
  const idWidth = Math.max(0, ...shown.map(({ message }) => message.id.length));
  const nameWidth = Math.min(16, Math.max(0, ...shown.map(({ message }) => stringWidth(message.speaker.roleName))));
  const verdict = ({ fate }: ExplainedMessage) => FATES[fate].words + (fate === 'answered' ? cutWords(receipt) : '');
  const verdictWidth = Math.max(0, ...shown.map((explained) => verdict(explained).length));
  for (const explained of shown) {
    const { message, fate } = explained;
    const start = [
      `  ${FATES[fate].sign} ${padToColumns(foldToLine(message.id, 20), Math.min(20, idWidth))}`,
      padToColumns(foldToLine(message.speaker.roleName, nameWidth), nameWidth),
      padToColumns(verdict(explained), verdictWidth),
    ].join('  ');
    const room = Math.max(8, Math.min(WIDEST, terminal.columns()) - stringWidth(start) - 3);
    write(`${colors[FATES[fate].color](`${start}  ${foldToLine(message.content, room)}`)}\n`);
  }
}

function cutWords({ message }: Receipt): string {
  return (message?.cutBytes ?? 0) > 0 ? `, ${formatBytes(message!.cutBytes)} cut` : '';
}

function summary({ context }: Receipt): string {
  if (context === undefined) return 'this agent’s assembler does not say what it kept';
  const { kept, offered, dropped } = context;
  if (offered === 0) return 'nothing was said before';
  const left = dropped === 0 ? '' : `, the ${dropped === 1 ? 'oldest' : `${dropped} oldest`} left out`;
  return safeLine(`${kept} of ${formatCount(offered, 'earlier message')} in its window${left}`);
}
