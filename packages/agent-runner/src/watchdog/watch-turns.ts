import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { endFamily } from '../end/end-family.ts';
import { createProcessFamily } from '../end/process-family.ts';
import type { WatchdogMessage, WatchedTurn } from './watched-turn.ts';

/** Short, because nobody reads what an agent says after its host is gone. */
const GRACE_MS = 200;
/** A process that is just being started carries its marker only after this. */
const START_MS = 200;

/**
 * What a watchdog does: notes what its host tells it about running turns, a line of JSON each. When the host is gone,
 * which ends the input, it ends the turns that are not over and removes their folders.
 */
export async function watchTurns(input: NodeJS.ReadableStream): Promise<void> {
  const turns = new Map<number, WatchedTurn>();
  for await (const line of createInterface({ input })) {
    const message = parseMessage(line);
    if (message === undefined) continue;
    if ('isOver' in message) turns.delete(message.id);
    else turns.set(message.id, message);
  }
  await Promise.all([...turns.values()].map(endTurn));
}

async function endTurn({ marker, leader, seen, folder }: WatchedTurn): Promise<void> {
  if (leader === undefined) await sleep(START_MS);
  await endFamily(createProcessFamily(marker, { leader, seen }), GRACE_MS);
  if (folder !== undefined) await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {});
}

/** `undefined` for a line the host could not finish. */
function parseMessage(line: string): WatchdogMessage | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
