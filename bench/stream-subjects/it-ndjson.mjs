import { parse } from 'it-ndjson';

/** Returns an async iterable of objects. */
export function create(stream) {
  return {
    isAwaited: true,
    fresh: () => stream.chunks,
    async call(chunks) {
      let objects = 0;
      for await (const object of parse(chunks, { maxMessageLength: Number.POSITIVE_INFINITY })) {
        if (object.type !== undefined) objects++;
      }
      return { objects, length: objects };
    },
  };
}
