import { isRecord } from '../requests/to-json.ts';
import type { ToolArguments } from './map-arguments.ts';

/** Why a text that looks like a call is not a valid one. */
export type RejectionReason = 'malformed-json' | 'missing-name' | 'bad-arguments' | 'unknown-shape';

/** A call in an answer, or a rejected one with the reason. */
export type ToolCallReading =
  | { readonly kind: 'call'; readonly name: string; readonly args: ToolArguments }
  | { readonly kind: 'rejected'; readonly reason: RejectionReason };

/** Reads one complete JSON object of an answer. Returns `undefined` for JSON that is not meant as a call. */
export function readToolCall(json: string): ToolCallReading | undefined {
  // Other JSON need not be parsed, however deep it is nested.
  if (!json.includes('"tool_call') && !json.includes('"arguments"')) return undefined;
  const value = parseObject(json);
  // Some engines refuse JSON that is nested very deeply.
  if (value === undefined) return rejected('malformed-json');
  if (!Object.hasOwn(value, 'tool_call')) return looksLikeCall(value, json) ? rejected('unknown-shape') : undefined;
  const call = value['tool_call'];
  if (!isRecord(call)) return rejected('unknown-shape');
  const { name } = call;
  if (typeof name !== 'string' || name.trim() === '') return rejected('missing-name');
  const args = readArguments(call['arguments']);
  return args === undefined ? rejected('bad-arguments') : { kind: 'call', name: name.trim(), args };
}

function rejected(reason: RejectionReason): ToolCallReading {
  return { kind: 'rejected', reason };
}

function looksLikeCall(value: Record<string, unknown>, json: string): boolean {
  if (json.includes('"tool_call"')) return true;
  return Object.hasOwn(value, 'tool_calls') || (Object.hasOwn(value, 'name') && Object.hasOwn(value, 'arguments'));
}

/** Arguments may be missing, an object, or an object written as a JSON string. */
function readArguments(value: unknown): ToolArguments | undefined {
  if (value === undefined || value === null || value === '') return {};
  if (isRecord(value)) return value;
  return typeof value === 'string' ? parseObject(value) : undefined;
}

function parseObject(json: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
