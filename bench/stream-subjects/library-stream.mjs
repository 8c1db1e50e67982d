import { Readable } from 'node:stream';

/** Returns a function that splits or parses a line, as the stream says, and returns whether it was a valid line. */
export function createLineHandler({ isSplitOnly }, parse) {
  return isSplitOnly ? (line) => line.toString() !== '' : (line) => parse(line).type !== undefined;
}

/**
 * A subject that pipes the chunks through a splitter and parses each item, unless the splitter has done so. Peers do
 * less than ours: they only parse, while ours also makes events.
 */
export function createPipedSubject(stream, createSplitter, parse) {
  const handle = createLineHandler(stream, parse);
  return {
    isAwaited: true,
    fresh: () => stream.chunks,
    call: (chunks) =>
      new Promise((resolve, reject) => {
        let objects = 0;
        const splitter = createSplitter();
        splitter.on('data', (item) => {
          if (handle(item)) objects++;
        });
        splitter.on('end', () => resolve({ objects, length: objects }));
        splitter.on('error', reject);
        Readable.from(chunks, { objectMode: false, highWaterMark: 65_536 }).pipe(splitter);
      }),
  };
}
