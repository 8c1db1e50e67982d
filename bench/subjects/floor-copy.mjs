import { create as createJoin } from './floor-join.mjs';

/** The whole prompt is there as bytes; they are copied into a buffer that is used again. */
export function create(conversation, ready) {
  const join = createJoin(conversation, ready);
  const bytes = Buffer.from(join.call(join.fresh(), 0));
  const target = Buffer.alloc(conversation.maxBytes);
  return {
    fresh: () => target,
    call: (buffer) => bytes.copy(buffer),
    promptOf: (length) => target.toString('utf8', 0, length),
  };
}
