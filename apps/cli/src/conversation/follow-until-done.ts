import type { LostTurn } from '@ctx/contract';
import { costLine } from '../render/cost-lines.ts';
import { formatBytes, formatDuration } from '../render/format-amounts.ts';
import { createMemberStyles, type MemberStyles } from '../render/member-styles.ts';
import { openView } from '../render/open-view.ts';
import { turnName, turnNumber } from '../render/turn-name.ts';
import { nameOf } from '../sessions/find-session.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { listenForInterruption } from '../terminal/interruption.ts';
import { ownCommand } from '../terminal/own-command.ts';
import { safeJson, safeLine } from '../terminal/safe-text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { OpenConversation } from './begin-conversation.ts';
import { followConversation, type Outcome } from './follow-conversation.ts';
import { printLastAnswer } from './last-answer.ts';
import { cutsOf, describeOutcome, summarizeOutcome } from './outcome-summary.ts';
import { createRetryTeller } from './retry-teller.ts';

/** How a run is shown, and how long it may take. */
export interface FollowUntilDoneOptions {
  readonly json?: boolean | undefined;
  /** Print the last answer and nothing else. */
  readonly quiet?: boolean | undefined;
  /** Seconds after which the run is stopped. */
  readonly timeout?: number | undefined;
}

/** 24 days. Node would run a longer timer at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Shows a conversation until no agent runs any more, closes it, and prints how it ended. Returns the exit code. */
export async function followUntilDone(
  terminal: Terminal,
  open: OpenConversation,
  begin: () => void | Promise<void>,
  { json = false, quiet = false, timeout }: FollowUntilDoneOptions,
): Promise<number> {
  const { conversation, team, session, trust, resumeCommand } = open;
  const wholeAnswer = (turn: string) => `${ownCommand()} show ${nameOf(session)} ${turnNumber(turn)}`;
  const { view, close, pause, resume } = openView(team, terminal, { json, quiet, wholeAnswer });
  trust.askWith(async (question) => {
    pause();
    const answer = await terminal.ask?.(question);
    resume();
    return answer ?? '';
  });
  const styles = createMemberStyles(team.members, terminal.colors);
  const retries = createRetryTeller((member, what) => terminal.complain(`ctx: ${styles.name(member)} ${what}`));
  // A screen shows each retry when it happens.
  const tellsRetries = json || quiet || !terminal.isInteractive;
  const interruption = listenForInterruption();
  const deadline = new AbortController();
  const timeoutMs = timeout === undefined ? undefined : Math.min(timeout * 1000, LONGEST_TIMER_MS);
  const timer = timeoutMs === undefined ? undefined : setTimeout(() => deadline.abort(), timeoutMs);
  try {
    const outcome = await followConversation(conversation, {
      show(event) {
        view.show(event);
        if (tellsRetries) retries.show(event);
      },
      begin: async () => {
        await begin();
        // The session exists only now. Events are read later, so this is still the first line.
        if (json) terminal.write(`${safeJson({ type: 'session', sessionId: session.sessionId, team: team.name })}\n`);
      },
      stopOn: [interruption.signal, deadline.signal, terminal.gone],
    });
    close();
    if (outcome.error !== undefined) throw outcome.error;
    const { lost, costs, waiting } = conversation.status();
    const stoppedAfterMs = deadline.signal.aborted ? timeoutMs : undefined;
    const isInterrupted = interruption.exitCode() !== undefined;
    const exitCode = interruption.exitCode() ?? exitCodeOf(outcome, lost, stoppedAfterMs);
    const stop = { isInterrupted, stoppedAfterMs, resumeCommand, isWaiting: waiting.length > 0 };
    const stopped = describeStop(outcome, stop, styles);
    if (json) terminal.write(`${safeJson(summarizeOutcome(outcome, { sessionId: session.sessionId, exitCode }))}\n`);
    else if (quiet) printLastAnswer(terminal, conversation.messages(), outcome);
    else if (outcome.turns.length > 0) {
      terminal.write('\n');
      printRemark(terminal, describeOutcome(outcome, costLine(costs, team), session.sessionId));
    } else if (stopped === undefined) {
      printRemark(terminal, `Nobody was waiting. Send a message with: ${resumeCommand} "…"`);
    }
    for (const { turn, member, cutBytes } of cutsOf(outcome.turns)) {
      const what = `was sent its message without ${formatBytes(cutBytes)} of it`;
      terminal.complain(`ctx: ${turnName(turn)}: ${styles.name(member)} ${what}.`);
    }
    if (stopped !== undefined) terminal.complain(`ctx: ${stopped}`);
    if (lost.length > 0) terminal.complain(`ctx: ${lostAdvice(lost, resumeCommand)}`);
    return exitCode;
  } finally {
    clearTimeout(timer);
    retries.close();
    close();
    await conversation.close();
    interruption.dispose();
  }
}

function printRemark({ write, colors }: Terminal, text: string): void {
  write(`${colors.dim(text)}\n`);
}

function exitCodeOf(outcome: Outcome, lost: readonly LostTurn[], stoppedAfterMs: number | undefined): number {
  if (stoppedAfterMs !== undefined) return EXIT.stopped;
  if (outcome.failedTurns > 0 || lost.length > 0) return EXIT.failed;
  return outcome.stoppedBy === undefined ? EXIT.done : EXIT.stopped;
}

interface Stop {
  readonly isInterrupted: boolean;
  /** Missing if `--timeout` did not stop the run. */
  readonly stoppedAfterMs: number | undefined;
  readonly resumeCommand: string;
  /** Whether agents are still in the queue. */
  readonly isWaiting: boolean;
}

// Returns undefined for a run that came to its end.
function describeStop({ turns, stoppedBy }: Outcome, stop: Stop, { name }: MemberStyles): string | undefined {
  const { isInterrupted, stoppedAfterMs, resumeCommand } = stop;
  if (isInterrupted || stoppedAfterMs !== undefined) {
    const how = isInterrupted ? 'Interrupted' : `Stopped after ${formatDuration(stoppedAfterMs!)}`;
    const cutOff = turns.filter(({ status }) => status === 'cancelled').map(({ member }) => name(member));
    return `${how}. ${describeRest([...new Set(cutOff)], stop)}`;
  }
  if (stoppedBy === 'max-turns') return `Stopped while agents are still waiting. Continue with: ${resumeCommand} "…"`;
  if (stoppedBy === undefined) return undefined;
  const flags = '--max-cost, --max-tokens or --max-minutes';
  return `Stopped by a limit while agents are still waiting. To continue, raise it with ${flags}: ${resumeCommand}`;
}

// A turn that was cancelled does not run again by itself; agents that are still waiting do.
function describeRest(cutOff: readonly string[], { resumeCommand, isWaiting }: Stop): string {
  if (cutOff.length === 0) return `Continue with: ${resumeCommand}${isWaiting ? '' : ' "…"'}`;
  const answers = cutOff.length === 1 ? `The answer of ${cutOff[0]} was` : `The answers of ${cutOff.join(', ')} were`;
  const others = isWaiting ? '; without a message, the agents that are still waiting continue' : '';
  return `${answers} cut off. Ask again with: ${resumeCommand} "…"${others}`;
}

// Only a chat has the commands that decide about a turn that was cut off.
function lostAdvice(lost: readonly LostTurn[], resumeCommand: string): string {
  const turns = lost.map(({ turn, call }) => `${turnName(turn)} (${safeLine(call.member)})`).join(', ');
  const [were, they] = lost.length === 1 ? ['was', 'it'] : ['were', 'they'];
  const first = safeLine(lost[0]!.turn);
  const commands = `/again ${first}, /skip ${first} or /take ${first}`;
  const advice = `Check the files, then decide in a terminal: ${resumeCommand}, then ${commands}`;
  return `${turns} ${were} cut off; what ${they} had done by then is not known. ${advice}`;
}
