import type { LostTurn } from '@ctx/contract';
import { costLine } from '../render/cost-lines.ts';
import { formatDuration } from '../render/format-amounts.ts';
import { openView } from '../render/open-view.ts';
import { nameOf } from '../sessions/find-session.ts';
import { EXIT } from '../terminal/describe-error.ts';
import { listenForInterruption } from '../terminal/interruption.ts';
import { safeJson, safeLine } from '../terminal/safe-text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { OpenConversation } from './begin-conversation.ts';
import { followConversation, type Outcome } from './follow-conversation.ts';
import { printLastAnswer } from './last-answer.ts';
import { describeOutcome, summarizeOutcome } from './outcome-summary.ts';

/** How a run is shown, and how long it may take. */
export interface FollowUntilDoneOptions {
  readonly json?: boolean | undefined;
  /** Print the last answer and nothing else. */
  readonly quiet?: boolean | undefined;
  /** Seconds. */
  readonly timeout?: number | undefined;
}

/** Shows a conversation until no agent runs any more, closes it, and prints how it ended. Returns the exit code. */
export async function followUntilDone(
  terminal: Terminal,
  open: OpenConversation,
  begin: () => void | Promise<void>,
  { json = false, quiet = false, timeout }: FollowUntilDoneOptions,
): Promise<number> {
  const { conversation, team, session, trust, resumeCommand } = open;
  const wholeAnswer = (turn: string) => `ctx show ${nameOf(session)} ${turn.replace('turn-', '')}`;
  const { view, close, pause, resume } = openView(team, terminal, { json, quiet, wholeAnswer });
  trust.askWith(async (question) => {
    pause();
    const answer = await terminal.ask?.(question);
    resume();
    return answer ?? '';
  });
  const interruption = listenForInterruption();
  const deadline = new AbortController();
  const timer = timeout === undefined ? undefined : setTimeout(() => deadline.abort(), timeout * 1000);
  try {
    const outcome = await followConversation(conversation, {
      show: (event) => view.show(event),
      begin: async () => {
        await begin();
        // The session exists only now. Events are read later, so this is still the first line.
        if (json) terminal.write(`${safeJson({ type: 'session', sessionId: session.sessionId, team: team.name })}\n`);
      },
      stopOn: [interruption.signal, deadline.signal, terminal.gone],
    });
    close();
    if (outcome.error !== undefined) throw outcome.error;
    const { lost, costs } = conversation.status();
    const isLate = deadline.signal.aborted;
    const exitCode = interruption.exitCode() ?? exitCodeOf(outcome, { lost, isLate });
    if (json) terminal.write(`${safeJson(summarizeOutcome(outcome, { sessionId: session.sessionId, exitCode }))}\n`);
    else if (quiet) printLastAnswer(terminal, conversation.messages(), outcome);
    else
      terminal.write(`\n${terminal.colors.dim(describeOutcome(outcome, costLine(costs, team), session.sessionId))}\n`);
    if (interruption.exitCode() !== undefined) terminal.complain(`ctx: interrupted. Continue with: ${resumeCommand}`);
    else if (isLate)
      terminal.complain(`ctx: stopped after ${formatDuration(timeout! * 1000)}. Continue with: ${resumeCommand}`);
    else if (outcome.isStopped)
      terminal.complain(`ctx: stopped while agents are still waiting. Continue with: ${resumeCommand} "…"`);
    else if (!json && !quiet && outcome.turns.length === 0) {
      terminal.write(`${terminal.colors.dim(`Nobody was waiting. Send a message with: ${resumeCommand} "…"`)}\n`);
    }
    if (lost.length > 0) terminal.complain(`ctx: ${lostAdvice(lost, resumeCommand)}`);
    return exitCode;
  } finally {
    clearTimeout(timer);
    close();
    await conversation.close();
    interruption.dispose();
  }
}

function exitCodeOf(
  outcome: Outcome,
  { lost, isLate }: { readonly lost: readonly LostTurn[]; readonly isLate: boolean },
): number {
  if (isLate) return EXIT.stopped;
  if (outcome.failedTurns > 0 || lost.length > 0) return EXIT.failed;
  return outcome.isStopped ? EXIT.stopped : EXIT.done;
}

// Only a chat has the commands that decide about a turn that was cut off.
function lostAdvice(lost: readonly LostTurn[], resumeCommand: string): string {
  const turns = lost.map(({ turn, call }) => `${turn} (${safeLine(call.member)})`).join(', ');
  const verb = lost.length === 1 ? 'was' : 'were';
  const commands = `/again ${lost[0]!.turn}, /skip ${lost[0]!.turn} or /take ${lost[0]!.turn}`;
  const they = lost.length === 1 ? 'it' : 'they';
  return `${turns} ${verb} cut off; what ${they} had done by then is not known. Check the files, then decide in a terminal: ${resumeCommand}, then ${commands}`;
}
