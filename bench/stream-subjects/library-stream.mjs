import { Readable } from 'node:stream';

/** What is done with a line, as the stream wants it; true where it was one. */
export function lineTaker({ isSplitOnly }, parse) {
  return isSplitOnly ? (line) => line.toString() !== '' : (line) => parse(line).type !== undefined;
}

/**
 * A subject that reads the chunks as a stream, pipes them through what `createSplitter` gives, and parses each item,
 * unless the splitter has done so. Peers do less than ours: they parse, and normalise nothing.
 */
export function createPipedSubject(stream, createSplitter, parse) {
  const take = lineTaker(stream, parse);
  return {
    isAwaited: true,
    fresh: () => stream.chunks,
    call: (chunks) =>
      new Promise((resolve, reject) => {
        let objects = 0;
        const splitter = createSplitter();
        splitter.on('data', (item) => {
          if (take(item)) objects++;
        });
        splitter.on('end', () => resolve({ objects, length: objects }));
        splitter.on('error', reject);
        Readable.from(chunks, { objectMode: false, highWaterMark: 65_536 }).pipe(splitter);
      }),
  };
}
