import { asCount, asObject, type JsonObject } from '../json-fields.ts';

/** Follows what the newest request to the model held, and what it answered: that is what the next one will hold. */
export interface LastRequest {
  /** The `usage` of the start, of a later part or of the whole of a message. */
  note(usage: unknown): void;
  /** Tokens in and out; `undefined` before anything is known. */
  tokens(): number | undefined;
}

/** No request yet. */
export function createLastRequest(): LastRequest {
  let input: number | undefined;
  let output = 0;
  return {
    note(reported) {
      const usage = asObject(reported);
      const total = inputOf(usage);
      if (total === undefined) return;
      // A later part repeats the input and has all of the output.
      const isSame = total === input;
      input = total;
      output = Math.max(isSame ? output : 0, asCount(usage?.['output_tokens']) ?? 0);
    },
    tokens: () => (input === undefined ? undefined : input + output),
  };
}

function inputOf(usage: JsonObject | undefined): number | undefined {
  const fresh = asCount(usage?.['input_tokens']);
  if (fresh === undefined) return undefined;
  return (
    fresh + (asCount(usage?.['cache_read_input_tokens']) ?? 0) + (asCount(usage?.['cache_creation_input_tokens']) ?? 0)
  );
}
