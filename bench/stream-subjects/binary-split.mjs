import split from 'binary-split';
import { createPipedSubject } from './library-stream.mjs';

/** Returns lines as bytes. */
export const create = (stream) =>
  createPipedSubject(
    stream,
    () => split(),
    (line) => JSON.parse(line.toString()),
  );
