import { text as readAll } from 'node:stream/consumers';
import { beginConversation, type OpenConversation } from '../conversation/begin-conversation.ts';
import { defaultAddressee } from '../conversation/default-addressee.ts';
import { findTeam } from '../conversation/find-team.ts';
import { followConversation, type Outcome } from '../conversation/follow-conversation.ts';
import { createConversationView } from '../render/conversation-view.ts';
import { formatCost, formatCount } from '../render/format-amounts.ts';
import { createJsonView } from '../render/json-view.ts';
import { EXIT } from '../terminal/describe-error.ts';
import { listenForInterruption } from '../terminal/interruption.ts';
import { safeJson } from '../terminal/safe-text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../terminal/usage-error.ts';

/** What `ctx run` takes. */
export interface RunOptions {
  readonly team?: string | undefined;
  /** Whom the message is for when it names nobody. */
  readonly to?: readonly string[] | undefined;
  readonly json?: boolean | undefined;
  readonly allowFull?: boolean | undefined;
}

/** Holds one conversation to its end, and asks nothing. */
export async function run(terminal: Terminal, words: readonly string[], options: RunOptions): Promise<number> {
  const team = await findTeam(options.team);
  const message = await readMessage(words);
  const open = beginConversation(team, options);
  return followToRest(terminal, open, () => sendTo(open, message, options.to), options);
}

/** Says something to those named; to nobody in particular, it is for whoever spoke last. */
export async function sendTo(
  { conversation, team }: OpenConversation,
  message: string,
  names: readonly string[] | undefined,
): Promise<void> {
  const usual = defaultAddressee(team, conversation.messages());
  await conversation.send(message, { to: names ?? (usual === undefined ? [] : [usual]) });
}

/** Shows a conversation until it rests, closes it, and says how it went. */
export async function followToRest(
  terminal: Terminal,
  { conversation, team, session, resumeCommand }: OpenConversation,
  begin: () => void | Promise<void>,
  { json = false }: Pick<RunOptions, 'json'>,
): Promise<number> {
  const view = json ? createJsonView(terminal) : createConversationView(team, terminal);
  const interruption = listenForInterruption();
  try {
    const outcome = await followConversation(conversation, {
      show: (event) => view.show(event),
      begin: async () => {
        await begin();
        // Events are read only after this; what could not begin is no session.
        if (json) terminal.write(`${safeJson({ type: 'session', sessionId: session.sessionId, team: team.name })}\n`);
      },
      stopOn: [interruption.signal, terminal.gone],
    });
    view.rest();
    if (outcome.error !== undefined) throw outcome.error;
    const exitCode = interruption.exitCode();
    if (!json) terminal.write(`\n${terminal.colors.dim(summary(outcome, session.sessionId))}\n`);
    const isUnfinished = outcome.turns.length === 0 || outcome.isOutOfTurns;
    if (!json && isUnfinished && exitCode === undefined) {
      terminal.write(`${terminal.colors.dim(`Say something with: ${resumeCommand} "…"`)}\n`);
    }
    if (exitCode !== undefined) terminal.complain(`ctx: interrupted. Go on with: ${resumeCommand}`);
    return exitCode ?? (outcome.failedTurns === 0 ? EXIT.done : EXIT.failed);
  } finally {
    view.rest();
    await conversation.close();
    interruption.dispose();
  }
}

async function readMessage(words: readonly string[]): Promise<string> {
  const message = words.length === 1 && words[0] === '-' ? await readAll(process.stdin) : words.join(' ');
  if (message.trim() === '') throw new UsageError('There is no message. Write: ctx run "what to do"');
  return message;
}

function summary({ turns }: Outcome, sessionId: string): string {
  const costs = turns.flatMap(({ costUsd }) => costUsd ?? []);
  const cost = costs.length === 0 ? '' : ` · ${formatCost(costs.reduce((sum, costUsd) => sum + costUsd, 0))}`;
  return `${formatCount(turns.length, 'turn')}${cost} · session ${sessionId}`;
}
