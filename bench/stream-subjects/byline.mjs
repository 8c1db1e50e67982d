import byline from 'byline';
import { createPipedSubject } from './library-stream.mjs';

/** Returns lines as text if it is given an encoding. */
export const create = (stream) =>
  createPipedSubject(stream, () => byline.createStream(undefined, { encoding: 'utf8' }), JSON.parse);
