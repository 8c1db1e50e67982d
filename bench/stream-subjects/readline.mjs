import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { createLineHandler } from './library-stream.mjs';

/** Node's own line reader. */
export function create(stream) {
  const handle = createLineHandler(stream, JSON.parse);
  return {
    isAwaited: true,
    fresh: () => stream.chunks,
    call: (chunks) =>
      new Promise((resolve) => {
        let objects = 0;
        const input = Readable.from(chunks, { objectMode: false, highWaterMark: 65_536 });
        const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
        lines.on('line', (line) => {
          if (handle(line)) objects++;
        });
        lines.on('close', () => resolve({ objects, length: objects }));
      }),
  };
}
