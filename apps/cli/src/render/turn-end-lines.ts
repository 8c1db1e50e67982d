import type { WorkTreeChanges } from '@ctx/contract';
import { safeLine } from '../terminal/safe-text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { BODY_INDENT } from './block-writer.ts';
import { changeLines } from './describe-deeds.ts';
import { describeReceipt } from './describe-receipt.ts';
import { describeFailure, describeTurnEnd, type EndedTurn, hasReason } from './describe-turn-end.ts';
import { wrapText } from './line-wrapper.ts';
import { turnName } from './turn-name.ts';

/** A turn that is over, live or in the log. */
export interface PrintedTurn extends EndedTurn {
  readonly turn: string;
  readonly changes?: WorkTreeChanges | undefined;
}

/** How to print the end of a turn. */
export interface TurnEndLinesOptions {
  readonly terminal: Pick<Terminal, 'columns' | 'colors'>;
  /** Name the turn even if it completed. */
  readonly isNumbered?: boolean | undefined;
  /** Whether its member may change files. */
  readonly mayWrite?: boolean | undefined;
}

/** The lines after an answer: what the turn changed, how it ended, and what its agent did not see. Safe to print. */
export function turnEndLines(
  end: PrintedTurn,
  { terminal, isNumbered = false, mayWrite = false }: TurnEndLinesOptions,
): string[] {
  const { colors } = terminal;
  const { receipt } = end;
  // Made safe here: even a number may be a forged text in the log.
  const print = (text: string, style = colors.dim, indent = BODY_INDENT) =>
    wrapText(safeLine(text), terminal.columns(), indent, style).split('\n');
  // Messages that were left out get a warning of their own instead of a dim fact.
  const isShort = (receipt?.context?.dropped ?? 0) > 0 || (receipt?.message?.cutBytes ?? 0) > 0;
  const facts = describeTurnEnd(isShort ? { ...end, receipt: undefined } : end);
  const name = turnName(end.turn);
  const warning = isShort && receipt !== undefined ? print(`! ${describeReceipt(receipt)}`, colors.yellow) : [];

  function outcome(): string[] {
    if (end.status === 'completed') return print(`✓ ${isNumbered ? `${name} · ` : ''}${facts}`);
    const style = end.status === 'cancelled' ? colors.yellow : colors.red;
    const failure = `✗ ${name} · ${describeFailure(end)}`;
    // A reason is the end of its line, because it may end with a command to copy.
    if (!hasReason(end)) return print(`${failure} · ${facts}`, style);
    return [...print(failure, style), ...print(facts, colors.dim, `${BODY_INDENT}  `)];
  }

  return [...changeLines(end.changes, mayWrite).flatMap((line) => print(line)), ...outcome(), ...warning];
}
