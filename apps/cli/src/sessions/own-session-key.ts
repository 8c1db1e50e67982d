import { loadSessionKey } from '@ctx/team';
import { describeError } from '../terminal/describe-error.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** Loads the key that signs new sessions as the user's own. If that fails, prints why and returns undefined. */
export async function ownSessionKey(terminal: Pick<Terminal, 'complain'>): Promise<Uint8Array | undefined> {
  try {
    return await loadSessionKey();
  } catch (error) {
    terminal.complain(`${describeError(error).text} The session will not be marked as yours.`);
    return undefined;
  }
}
