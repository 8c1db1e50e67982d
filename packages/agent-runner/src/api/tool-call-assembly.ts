import type { AnswerPiece } from './model-service.ts';
import type { OpenAIToolCallDelta } from './openai-service.ts';

interface CallInProgress {
  id: string;
  name: string;
  json: string;
}

/** Puts calls together that arrive in pieces. Some servers leave out the index, and then send each call whole. */
export class ToolCallAssembly {
  readonly #calls = new Map<number, CallInProgress>();

  add(delta: OpenAIToolCallDelta): void {
    const index = delta.index ?? this.#calls.size;
    const call = this.#calls.get(index) ?? { id: '', name: '', json: '' };
    this.#calls.set(index, call);
    call.id ||= delta.id ?? '';
    // Some servers repeat the name with every piece.
    call.name ||= delta.function?.name ?? '';
    call.json += delta.function?.arguments ?? '';
  }

  /** The calls, whole. Nothing is left after it. */
  *pieces(): Generator<AnswerPiece> {
    const calls = [...this.#calls.values()];
    this.#calls.clear();
    for (const { id, name, json } of calls) {
      const args = readArguments(json);
      yield {
        kind: 'call',
        part: { functionCall: { ...(id === '' ? {} : { id }), name, args: args ?? {} } },
        problem: args === undefined ? `its arguments are no JSON object: ${json.slice(0, 200)}` : undefined,
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
