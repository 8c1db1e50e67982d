import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from './answer.ts';

/** One server-sent event. */
export interface ServerEvent {
  readonly event?: string | undefined;
  /** Sent as JSON; a string is sent unchanged. */
  readonly data: unknown;
  /** Whether to wait `delayMs` before it. */
  readonly paced?: boolean | undefined;
}

/** The events of an answer. `end` is left out if the answer does not complete. */
export interface EventScript {
  readonly content: readonly ServerEvent[];
  readonly end: readonly ServerEvent[];
}

/** Streams an answer. Returns early if the client disconnects. */
export async function sendEvents(response: ServerResponse, script: EventScript, answer: Answer): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'request-id': 'req_e2e' });
  for (const event of script.content) {
    if (event.paced && answer.delayMs) await pause(answer.delayMs);
    if (response.destroyed) return;
    write(response, event);
  }
  if (answer.ending === 'hang') return;
  if (answer.ending === 'drop') {
    // Wait until the client has received everything so far.
    await pause(50);
    response.destroy();
    return;
  }
  for (const event of script.end) write(response, event);
  response.end();
}

function write(response: ServerResponse, { event, data }: ServerEvent): void {
  const line = typeof data === 'string' ? data : JSON.stringify(data);
  response.write(`${event === undefined ? '' : `event: ${event}\n`}data: ${line}\n\n`);
}
