import type { AgentEvent, TurnParser } from '@ctx/contract';
import type { JsonObject } from './json-line.ts';

/** Has a parser read a block of whole lines, and hands on what it makes of them, in order. */
export function readBlock(parser: TurnParser, block: string, deliver: (events: readonly AgentEvent[]) => void): void {
  const values = parser.object === undefined ? undefined : parseTogether(block);
  if (values !== undefined) {
    for (const value of values) deliver(parser.object!(value));
    return;
  }
  for (const line of block.split('\n')) deliver(parser.line(line.endsWith('\r') ? line.slice(0, -1) : line));
}

/**
 * All lines parsed as one JSON list: half the cost of parsing them one by one. A newline cannot stand inside a JSON
 * string, so each can become a comma. With anything amiss (a blank line, noise, a torn line) the result is `undefined`
 * and the lines are read one by one, where each can be judged alone.
 */
function parseTogether(block: string): JsonObject[] | undefined {
  // One line alone gains nothing, and may be too long to be copied for nothing.
  if (block.charCodeAt(0) !== 0x7b || !block.includes('\n')) return undefined;
  try {
    const values: unknown[] = JSON.parse(`[${block.replaceAll('\n', ',')}]`);
    return values.every(isJsonObject) && values.length === countLines(block) ? values : undefined;
  } catch {
    return undefined;
  }
}

function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function countLines(block: string): number {
  let count = 1;
  for (let at = block.indexOf('\n'); at !== -1; at = block.indexOf('\n', at + 1)) count++;
  return count;
}
