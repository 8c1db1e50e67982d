import { describeFailure, describeTurnEnd } from '../render/describe-turn-end.ts';
import { createMemberStyles } from '../render/member-styles.ts';
import { printMessageFates, printSections } from '../render/print-explanation.ts';
import { explainTurn } from '../sessions/explain-turn.ts';
import { findSession } from '../sessions/find-session.ts';
import { findTurn, readHistory, type SessionHistory } from '../sessions/session-history.ts';
import { EXIT } from '../terminal/describe-error.ts';
import { safeJson, safeLine } from '../terminal/safe-text.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** What `ctx explain` takes. */
export interface ExplainOptions {
  readonly json?: boolean | undefined;
}

/** Prints what an agent saw in a turn, what was left out, and why. */
export async function explain(
  terminal: Terminal,
  session: string,
  turn: string,
  { json = false }: ExplainOptions,
): Promise<number> {
  printTurnExplanation(terminal, await readHistory(await findSession(session)), turn, json);
  return EXIT.done;
}

/** The same for a history that has been read already. */
export function printTurnExplanation(terminal: Terminal, history: SessionHistory, wanted: string, json = false): void {
  const { start, end } = findTurn(history, wanted);
  const { receipt } = end ?? {};
  const messages = receipt === undefined ? [] : explainTurn(history.messages, start, receipt);
  if (json) {
    const fates = messages.map(({ message, fate }) => ({ id: message.id, from: message.speaker.roleName, fate }));
    terminal.write(`${safeJson({ ...start, end, messages: fates })}\n`);
    return;
  }
  const { colors, write } = terminal;
  const styles = createMemberStyles(history.speakers, colors);
  const { member, replyTo } = start.call;
  const asker = history.messages.find(({ id }) => id === replyTo)?.speaker.roleName ?? replyTo;
  const name = colors.bold(styles.paint(member, styles.name(member)));
  write(`${colors.bold(`Turn ${start.turn.replace('turn-', '')}`)}  ${name} answers ${safeLine(asker)}\n`);
  if (end === undefined) {
    write('  The turn has no end: it still runs, or was lost; `ctx resume` runs it again.\n');
    return;
  }
  const { receipt: _shownBelow, ...facts } = end;
  const outcome = end.status === 'completed' ? 'completed' : describeFailure(end);
  write(`${colors.dim(`  ${outcome} · ${describeTurnEnd(facts)}`)}\n\n`);
  if (receipt === undefined) {
    write('  No prompt could be made, so there is nothing to explain.\n');
    return;
  }
  printSections(receipt, terminal);
  printMessageFates(messages, receipt, terminal);
}
