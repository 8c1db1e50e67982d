import { type FoundSession, nameOf } from '../sessions/find-session.ts';
import { ownCommand } from '../terminal/own-command.ts';
import { quoteForShell } from '../terminal/shell-quote.ts';
import type { OpenOptions } from './begin-conversation.ts';

/**
 * Returns the command that resumes a session. It names the team file, the engine and the queue if the person did, because
 * the session does not know them. Passwords are left out.
 */
export function resumeCommand(
  session: FoundSession,
  { team, engine, queue }: Pick<OpenOptions, 'team' | 'engine' | 'queue'>,
): string {
  const words = [ownCommand(), 'resume'];
  if (team !== undefined) words.push('-t', quoteForShell(team));
  if (session.engine !== undefined) {
    const { redactUrl } = session.engine.store;
    if (engine !== undefined) words.push('--engine', quoteForShell(redactUrl(engine)));
    if (queue !== undefined) words.push('--queue', quoteForShell(redactUrl(queue)));
  }
  return [...words, nameOf(session)].join(' ');
}
