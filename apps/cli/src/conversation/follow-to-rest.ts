import type { LostTurn } from '@ctx/contract';
import { costLine } from '../render/cost-lines.ts';
import { formatCount } from '../render/format-amounts.ts';
import { openView } from '../render/open-view.ts';
import { nameOf } from '../sessions/find-session.ts';
import { EXIT } from '../terminal/describe-error.ts';
import { listenForInterruption } from '../terminal/interruption.ts';
import { safeJson, safeLine } from '../terminal/safe-text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { OpenConversation } from './begin-conversation.ts';
import { followConversation, type Outcome } from './follow-conversation.ts';

/** Shows a conversation until it rests, closes it, and says how it went. */
export async function followToRest(
  terminal: Terminal,
  { conversation, team, session, trust, resumeCommand }: OpenConversation,
  begin: () => void | Promise<void>,
  { json = false }: { readonly json?: boolean | undefined },
): Promise<number> {
  const wholeAnswer = (turn: string) => `ctx show ${nameOf(session)} ${turn.replace('turn-', '')}`;
  const { view, close, pause, resume } = openView(team, terminal, { json, wholeAnswer });
  trust.askWith(async (question) => {
    pause();
    const answer = await terminal.ask?.(question);
    resume();
    return answer ?? '';
  });
  const interruption = listenForInterruption();
  try {
    const outcome = await followConversation(conversation, {
      show: (event) => view.show(event),
      begin: async () => {
        await begin();
        // Only now is there a session. Events are read after this, so it is still the first line.
        if (json) terminal.write(`${safeJson({ type: 'session', sessionId: session.sessionId, team: team.name })}\n`);
      },
      stopOn: [interruption.signal, terminal.gone],
    });
    close();
    if (outcome.error !== undefined) throw outcome.error;
    const exitCode = interruption.exitCode();
    if (!json) {
      const cost = costLine(conversation.status().costs, team);
      terminal.write(`\n${terminal.colors.dim(summary(outcome, cost, session.sessionId))}\n`);
    }
    const isUnfinished = outcome.turns.length === 0 || outcome.isOutOfTurns;
    if (!json && isUnfinished && exitCode === undefined) {
      terminal.write(`${terminal.colors.dim(`Say something with: ${resumeCommand} "…"`)}\n`);
    }
    if (exitCode !== undefined) terminal.complain(`ctx: interrupted. Go on with: ${resumeCommand}`);
    const { lost } = conversation.status();
    if (lost.length > 0) terminal.complain(`ctx: ${lostAdvice(lost, resumeCommand)}`);
    const hasFailed = outcome.failedTurns > 0 || lost.length > 0;
    return exitCode ?? (hasFailed ? EXIT.failed : outcome.isOutOfTurns ? EXIT.stopped : EXIT.done);
  } finally {
    close();
    await conversation.close();
    interruption.dispose();
  }
}

function summary({ turns }: Outcome, cost: string, sessionId: string): string {
  const parts = [formatCount(turns.length, 'turn'), ...(cost === '' ? [] : [cost]), `session ${sessionId}`];
  return parts.join(' · ');
}

// Nobody is here to decide.
function lostAdvice(lost: readonly LostTurn[], resumeCommand: string): string {
  const turns = lost.map(({ turn, call }) => `${turn} (${safeLine(call.member)})`).join(', ');
  const verb = lost.length === 1 ? 'was' : 'were';
  const commands = `/again ${lost[0]!.turn}, /skip ${lost[0]!.turn} or /take ${lost[0]!.turn}`;
  return `${turns} ${verb} cut off, and nobody knows what was done. Look, then on a terminal: ${resumeCommand}, and there ${commands}`;
}
