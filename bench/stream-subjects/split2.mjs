import split2 from 'split2';
import { createPipedSubject } from './library-stream.mjs';

/** Parses while splitting, as its README shows. */
export const create = (stream) =>
  createPipedSubject(
    stream,
    () => (stream.isSplitOnly ? split2() : split2(JSON.parse)),
    (object) => object,
  );
