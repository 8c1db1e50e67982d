import { asCount, asObject, type JsonObject } from '../json-fields.ts';

/** Tracks the size of the newest request and its answer: the next request will contain both. */
export interface LastRequest {
  /** Takes a `usage` from the start of a message, a later part, or the complete message. */
  note(usage: unknown): void;
  /** Input and output tokens together; `undefined` before the first report. */
  tokens(): number | undefined;
}

/** Creates a tracker for one turn. */
export function createLastRequest(): LastRequest {
  let input: number | undefined;
  let output = 0;
  return {
    note(reported) {
      const usage = asObject(reported) ?? {};
      const total = inputOf(usage);
      if (total === undefined) return;
      // A later report of the same message repeats the input tokens and has more output tokens.
      const isSame = total === input;
      input = total;
      output = Math.max(isSame ? output : 0, asCount(usage['output_tokens']) ?? 0);
    },
    tokens: () => (input === undefined ? undefined : input + output),
  };
}

function inputOf(usage: JsonObject): number | undefined {
  const fresh = asCount(usage['input_tokens']);
  if (fresh === undefined) return undefined;
  return (
    fresh + (asCount(usage['cache_read_input_tokens']) ?? 0) + (asCount(usage['cache_creation_input_tokens']) ?? 0)
  );
}
