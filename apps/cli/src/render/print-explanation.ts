import type { Receipt, TurnEndRecord } from '@ctx/contract';
import stringWidth from 'string-width';
import { type ExplainedMessage, explainTurn, type MessageFate } from '../sessions/explain-turn.ts';
import { describeRebuilt, rebuildTurn } from '../sessions/rebuild-turn.ts';
import { findTurn, type SessionHistory } from '../sessions/session-history.ts';
import { ownCommand } from '../terminal/own-command.ts';
import { safeJson, safeLine } from '../terminal/safe-text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { explainMemory } from './describe-memory.ts';
import { describeFailure, describeTurnEnd } from './describe-turn-end.ts';
import { foldToLine, padToColumns } from './fold-line.ts';
import { formatBytes, formatCount } from './format-amounts.ts';
import { createMemberStyles } from './member-styles.ts';
import { sectionStyle } from './section-bar.ts';
import { turnNumber } from './turn-name.ts';

const WIDEST = 120;
const WIDEST_BAR = 60;
/** Above this share of the budget, what is free has no bar, and the others share the room. */
const MOSTLY_FREE = 0.9;
/** If more messages than this were not sent, the older ones are counted instead of listed. */
const MAX_LISTED = 3;

const FATES: Readonly<
  Record<MessageFate, { sign: string; label: string; color: 'cyan' | 'green' | 'yellow' | 'dim' }>
> = {
  answered: { sign: '▶', label: 'answered', color: 'green' },
  seen: { sign: '+', label: 'seen', color: 'cyan' },
  'over-budget': { sign: '-', label: 'over the budget', color: 'yellow' },
  'outside-window': { sign: '-', label: 'outside the window', color: 'dim' },
  known: { sign: '·', label: 'known', color: 'dim' },
  'same-as-answered': { sign: '=', label: 'same as the message', color: 'dim' },
};

/**
 * Prints what an agent saw in a turn, what was left out, and why. With `json`, prints one line of JSON.
 * @throws UsageError if there is no such turn.
 */
export function printTurnExplanation(terminal: Terminal, history: SessionHistory, wanted: string, json = false): void {
  const { start, end } = findTurn(history, wanted);
  const rebuilt = rebuildTurn(history, start.turn);
  // The log has no receipt of a turn that has not ended or was lost.
  const receipt = end?.receipt ?? ('prompt' in rebuilt ? rebuilt.prompt.receipt : undefined);
  const messages = receipt === undefined ? [] : explainTurn(history.messages, start, receipt);
  if (json) {
    const fates = messages.map(({ message, fate }) => ({ id: message.id, from: message.speaker.roleName, fate }));
    const { exact, why } = 'prompt' in rebuilt ? rebuilt.prompt : { exact: false, why: rebuilt.why };
    terminal.write(`${safeJson({ ...start, end, messages: fates, rebuilt: { exact, why } })}\n`);
    return;
  }
  const { colors, write } = terminal;
  const styles = createMemberStyles(history.speakers, colors);
  const { member, replyTo } = start.call;
  const asker = history.messages.find(({ id }) => id === replyTo)?.speaker.roleName ?? replyTo;
  const title = colors.bold(`Turn ${turnNumber(start.turn)}`);
  const name = colors.bold(styles.paint(member, styles.name(member)));
  const remark = (text: string) => write(`${colors.dim(`  ${safeLine(text)}`)}\n`);
  write(`${title}  ${name} answers ${safeLine(asker)}\n`);
  remark(describeEnd(end));
  write('\n');
  if (receipt === undefined) {
    write('  No prompt was made in this turn, so there is nothing to explain.\n');
    return;
  }
  printSections(receipt, terminal);
  remark(describeRebuilt(rebuilt));
  const [remembered, ...more] = explainMemory(receipt);
  if (remembered !== undefined) write(`\n${colors.bold('The memory')}  ${safeLine(remembered)}\n`);
  for (const line of more) remark(line);
  printMessageFates(messages, receipt, terminal);
}

function describeEnd(end: TurnEndRecord | undefined): string {
  if (end === undefined)
    return `It has not ended: it is still running, or was cut off (then use ${ownCommand()} resume).`;
  const { receipt: _shownBelow, ...facts } = end;
  const outcome = end.status === 'completed' ? 'completed' : describeFailure(end);
  return `${outcome} · ${describeTurnEnd(facts)}`;
}

// Prints the bytes of each section as bars, and the rest of the budget.
function printSections({ sections, usedBytes, maxBytes, remainingBytes }: Receipt, terminal: Terminal): void {
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
  // With a budget of megabytes the other bars would be too short to see.
  const isMostlyFree = remainingBytes > maxBytes * MOSTLY_FREE;
  const scale = isMostlyFree ? usedBytes : maxBytes;
  for (const { label, bytes, glyph, color } of rows) {
    const hasBar = bytes > 0 && !(label === 'free' && isMostlyFree);
    const width = hasBar ? Math.max(1, Math.round((bytes / scale) * room)) : 0;
    write(
      `  ${padToColumns(label, 12)}  ${formatBytes(bytes).padStart(8)}  ${colors[color](glyph.repeat(width))}`.trimEnd(),
    );
    write('\n');
  }
}

// Prints for each message whether it was in the prompt.
function printMessageFates(messages: readonly ExplainedMessage[], receipt: Receipt, terminal: Terminal): void {
  const { colors, write } = terminal;
  const counted = [
    { what: 'left out', messages: countedOnly(messages, 'outside-window') },
    { what: 'known to it', messages: countedOnly(messages, 'known') },
  ];
  write(`\n${colors.bold('The conversation')}  ${safeLine(summary(receipt))}\n`);
  for (const { what, messages: hidden } of counted) {
    const line = `  - ${formatCount(hidden.length, 'older message')} ${what}`;
    if (hidden.length > 0) write(`${colors.dim(line)}\n`);
  }
  const allCounted = new Set(counted.flatMap((group) => group.messages));
  const shown = messages.filter((explained) => !allCounted.has(explained));
  const idWidth = shown.reduce((widest, { message }) => Math.max(widest, message.id.length), 0);
  const nameWidth = shown.reduce(
    (widest, { message }) => Math.min(16, Math.max(widest, stringWidth(message.speaker.roleName))),
    0,
  );
  const labelOf = ({ fate }: ExplainedMessage) => FATES[fate].label + (fate === 'answered' ? cutLabel(receipt) : '');
  const labelWidth = shown.reduce((widest, explained) => Math.max(widest, labelOf(explained).length), 0);
  for (const explained of shown) {
    const { message, fate } = explained;
    const start = [
      `  ${FATES[fate].sign} ${padToColumns(foldToLine(message.id, 20), Math.min(20, idWidth))}`,
      padToColumns(foldToLine(message.speaker.roleName, nameWidth), nameWidth),
      padToColumns(labelOf(explained), labelWidth),
    ].join('  ');
    const room = Math.max(8, Math.min(WIDEST, terminal.columns()) - stringWidth(start) - 3);
    const line = `${start}  ${foldToLine(message.content, room)}`;
    write(`${colors[FATES[fate].color](line)}\n`);
  }
}

// The messages of a fate that are counted instead of listed: all but the newest, or none if there are few.
function countedOnly(messages: readonly ExplainedMessage[], wanted: MessageFate): readonly ExplainedMessage[] {
  const all = messages.filter(({ fate }) => fate === wanted);
  return all.length > MAX_LISTED ? all.slice(0, -1) : [];
}

function cutLabel({ message }: Receipt): string {
  return (message?.cutBytes ?? 0) > 0 ? `, ${formatBytes(message!.cutBytes)} cut` : '';
}

function summary({ context }: Receipt): string {
  if (context === undefined) return 'this agent’s assembler does not say what it kept';
  const { kept, offered, dropped, known = 0, outside = 0 } = context;
  if (known > 0) return `${formatCount(kept, 'new message')}, ${known} known`;
  if (offered + outside === 0) return 'nothing was said before';
  const seen = `${kept} of ${formatCount(offered, 'earlier message')} in its window`;
  if (dropped === 0) return seen;
  return dropped === 1 ? `${seen}, the oldest left out` : `${seen}, the ${dropped} oldest left out`;
}
