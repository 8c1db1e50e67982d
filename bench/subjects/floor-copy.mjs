import { create as createJoin } from './floor-join.mjs';

/** Copies the bytes of the ready prompt into a reused buffer. */
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
