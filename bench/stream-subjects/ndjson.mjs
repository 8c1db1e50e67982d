import ndjson from 'ndjson';
import { createPipedSubject } from './library-stream.mjs';

/** Parses itself. */
export const create = (stream) =>
  createPipedSubject(
    stream,
    () => ndjson.parse(),
    (object) => object,
  );
