import type { ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Answer } from './answer.ts';

/** One server-sent event. */
export interface ServerEvent {
  readonly event?: string | undefined;
  /** Sent as JSON; text as it is. */
  readonly data: unknown;
  /** Whether it carries a bit of text, before which `delayMs` passes. */
  readonly paced?: boolean | undefined;
}

/** What a vendor's API sends for an answer: the beginning, the content, the end. */
export interface EventScript {
  readonly content: readonly ServerEvent[];
  readonly end: readonly ServerEvent[];
}

/** Sends an answer as a stream; returns early when the client goes away. */
export async function sendEvents(response: ServerResponse, script: EventScript, answer: Answer): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream', 'request-id': 'req_e2e' });
  for (const event of script.content) {
    if (event.paced && answer.delayMs) await pause(answer.delayMs);
    if (response.destroyed) return;
    write(response, event);
  }
  if (answer.ending === 'hang') return;
  if (answer.ending === 'drop') {
    // Lets what was written reach the client first.
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
