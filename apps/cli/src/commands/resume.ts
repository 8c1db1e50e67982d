import { sessionMembers } from '@ctx/team';
import { reopenConversation } from '../conversation/begin-conversation.ts';
import { findTeam } from '../conversation/find-team.ts';
import { followUntilDone } from '../conversation/follow-until-done.ts';
import { readMessage } from '../conversation/read-message.ts';
import { startOf } from '../conversation/same-team.ts';
import { sendTo } from '../conversation/send-to.ts';
import { demoTeam } from '../demo/demo-team.ts';
import { type FoundSession, findSession, openSession } from '../sessions/find-session.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../terminal/usage-error.ts';
import { requireTrust } from '../trust/team-trust.ts';
import type { RunOptions } from './run.ts';

/**
 * Continues a session. With a message, the agents work until they are done. Without one, a chat opens on a terminal;
 * elsewhere the waiting agents run until it is a human's turn.
 */
export async function resume(
  terminal: Terminal,
  session: string | undefined,
  words: readonly string[],
  options: RunOptions,
): Promise<number> {
  const message = await readMessage(words);
  const found = await findSession(session ?? 'last', options);
  if (options.team === undefined) await refuseDemo(found);
  const team = await findTeam(options.team);
  const trust = await requireTrust(terminal, team, options);
  const open = await reopenConversation(terminal, team, trust, found, options);
  const { conversation } = open;
  if (message.trim() === '') {
    const isChat = terminal.isInteractive && process.stdin.isTTY === true && !options.json && !options.quiet;
    if (isChat) return (await import('./chat.ts')).chatIn(terminal, open);
    return followUntilDone(terminal, open, () => conversation.proceed(), options);
  }
  return followUntilDone(terminal, open, () => sendTo(open, message, options.to), options);
}

// The demo's agents play only their own script, and nothing of them is left.
async function refuseDemo(found: FoundSession): Promise<void> {
  const store = await openSession(found);
  try {
    const start = await startOf(store);
    const isDemo = JSON.stringify(start?.members) === JSON.stringify(sessionMembers(demoTeam()));
    if (isDemo) throw new UsageError('This session is from ctx demo and cannot be continued.');
  } finally {
    await store.close();
  }
}
