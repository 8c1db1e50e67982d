import type { AnswerPiece } from './model-service.ts';
import type { OpenAIToolCallDelta } from './openai-service.ts';

interface CallInProgress {
  id: string;
  name: string;
  json: string;
}

/**
 * Puts calls together that arrive in pieces. Some servers leave out the index, and then send each call whole; others
 * give every call the same one, and only the id tells them apart.
 */
export class ToolCallAssembly {
  readonly #calls: CallInProgress[] = [];
  readonly #byIndex = new Map<number, CallInProgress>();

  add(delta: OpenAIToolCallDelta): void {
    const known = delta.index === undefined ? undefined : this.#byIndex.get(delta.index);
    const isAnother = Boolean(known?.id && delta.id && delta.id !== known.id);
    const call = known === undefined || isAnother ? this.#begin(delta.index) : known;
    call.id ||= delta.id ?? '';
    // Some servers repeat the name with every piece.
    call.name ||= delta.function?.name ?? '';
    call.json += delta.function?.arguments ?? '';
  }

  #begin(index: number | undefined): CallInProgress {
    const call = { id: '', name: '', json: '' };
    this.#calls.push(call);
    if (index !== undefined) this.#byIndex.set(index, call);
    return call;
  }

  /** The calls, whole. Nothing is left after it. */
  *pieces(): Generator<AnswerPiece> {
    // Some servers send a delta that is empty in every field; it is no call.
    const calls = this.#calls.splice(0).filter(({ id, name, json }) => id !== '' || name !== '' || json !== '');
    this.#byIndex.clear();
    for (const { id, name, json } of calls) {
      const args = readArguments(json);
      yield {
        kind: 'call',
        part: { functionCall: { ...(id === '' ? {} : { id }), name, args: args ?? {} } },
        problem: args === undefined ? `its arguments are not a JSON object: ${json.slice(0, 200)}` : undefined,
      };
    }
  }
}

function readArguments(json: string): Record<string, unknown> | undefined {
  if (json.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}
