import type { AnswerPiece } from './model-service.ts';
import type { OpenAIToolCallDelta } from './openai-service.ts';

interface CallInProgress {
  id: string;
  name: string;
  json: string;
}

/** Assembles calls that arrive in pieces. */
export interface ToolCallAssembly {
  add(delta: OpenAIToolCallDelta): void;
  /** Yields the complete calls and removes them. */
  takeCalls(): Generator<AnswerPiece>;
}

/**
 * Starts an assembly without calls. Some servers leave out the index and send each call in one piece. Others give every
 * call the same index, so that only the id distinguishes them.
 */
export function createToolCallAssembly(): ToolCallAssembly {
  const calls: CallInProgress[] = [];
  const byIndex = new Map<number, CallInProgress>();
  const begin = (index: number | undefined): CallInProgress => {
    const call = { id: '', name: '', json: '' };
    calls.push(call);
    if (index !== undefined) byIndex.set(index, call);
    return call;
  };
  return {
    add(delta) {
      const known = delta.index === undefined ? undefined : byIndex.get(delta.index);
      const isNewCall = Boolean(known?.id && delta.id && delta.id !== known.id);
      const call = known === undefined || isNewCall ? begin(delta.index) : known;
      call.id ||= delta.id ?? '';
      // Some servers repeat the name with every piece.
      call.name ||= delta.function?.name ?? '';
      call.json += delta.function?.arguments ?? '';
    },
    *takeCalls() {
      // Some servers send a delta with only empty fields, which is not a call.
      const complete = calls.splice(0).filter(({ id, name, json }) => id !== '' || name !== '' || json !== '');
      byIndex.clear();
      for (const { id, name, json } of complete) {
        const args = readArguments(json);
        yield {
          kind: 'call',
          part: { functionCall: { ...(id === '' ? {} : { id }), name, args: args ?? {} } },
          problem: args === undefined ? `its arguments are not a JSON object: ${json.slice(0, 200)}` : undefined,
        };
      }
    },
  };
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
