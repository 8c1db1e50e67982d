import { rm } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { endFamily } from '../end/end-family.ts';
import { createProcessFamily } from '../end/process-family.ts';
import type { WatchdogMessage, WatchedTurn } from './watched-turn.ts';

/** Short, because nobody reads the agent's output after the host is gone. */
const GRACE_MS = 200;
/** Time until a process that is just being started has its marker. */
const START_MS = 200;

/**
 * The work of the watchdog. It reads messages of its host about running turns, one line of JSON each. When the input
 * ends, the host is gone: then it ends the running turns and removes their folders.
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

/** The message in a line; `undefined` if the host died before it had written all of it. */
function parseMessage(line: string): WatchdogMessage | undefined {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
