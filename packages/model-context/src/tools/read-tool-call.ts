import { isRecord } from '../requests/to-json.ts';
import type { ToolArguments } from './map-arguments.ts';

/** Why a text that looks like a call is not a valid one. */
export type RejectionReason = 'malformed-json' | 'missing-name' | 'bad-arguments' | 'unknown-shape';

/** A JSON object of an answer: a call, a rejected call with the reason, or other JSON. */
export type ToolCallReading =
  | { readonly kind: 'call'; readonly name: string; readonly args: ToolArguments }
  | { readonly kind: 'rejected'; readonly reason: RejectionReason }
  | { readonly kind: 'other' };

const OTHER: ToolCallReading = { kind: 'other' };

/** Reads one complete JSON object of an answer. */
export function readToolCall(json: string): ToolCallReading {
  if (!json.includes('"tool_call') && !json.includes('"arguments"')) return OTHER;
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return rejected('malformed-json');
  }
  if (!isRecord(value)) return OTHER;
  if (!Object.hasOwn(value, 'tool_call')) return looksLikeCall(value, json) ? rejected('unknown-shape') : OTHER;
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
  if (typeof value !== 'string') return undefined;
  try {
    const parsed: unknown = JSON.parse(value);
    return isRecord(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}
