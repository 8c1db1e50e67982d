import ndjson from 'ndjson';
import { createPipedSubject } from './library-stream.mjs';

/** Splits and parses by itself. */
export const create = (stream) =>
  createPipedSubject(
    stream,
    () => ndjson.parse(),
    (object) => object,
  );
