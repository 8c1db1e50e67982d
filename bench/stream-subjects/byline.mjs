import byline from 'byline';
import { createPipedSubject } from './library-stream.mjs';

/** Gives lines as text when told the encoding. */
export const create = (stream) =>
  createPipedSubject(stream, () => byline.createStream(undefined, { encoding: 'utf8' }), JSON.parse);
