import { expectedPrompt } from '../workloads/expected-prompt.mjs';

/**
 * What all peers share. They get every line ready-made, in messages of their own kind that are made beforehand, and the
 * bytes there are for them when each line counts one byte more than it has, for its newline; `trim(messages, roomBytes)`
 * is what is measured. In (f) one message more is there each turn, or, for a peer that keeps the trimmed list itself,
 * `growing.add` gets it. In (e) the huge message is the only line.
 */
export function createPeerSubject(conversation, ready, { messageOf, trim, growing, linesOf }) {
  const { turns, messages, maxBytes } = conversation;
  const isHuge = conversation.id === 'e';
  const last = messages.length - 1;
  // All messages to answer in (f) are of one size, so there is the same room in every turn.
  const roomBytes = isHuge ? maxBytes : expectedPrompt(conversation, last, ready).roomBytes;
  const peerMessages = (isHuge ? ready.lines : ready.lines.slice(0, last)).map(messageOf);
  const linesOrNone = (output) => (output === undefined ? [] : linesOf(output));
  if (!turns) {
    const call = (list) => trim(list, roomBytes);
    return { isAwaited: true, fresh: () => peerMessages, call: isHuge ? orRefusal(call) : call, linesOf: linesOrNone };
  }
  const { create, add } = growing ?? {
    create: () => [],
    add(list, message) {
      list.push(message);
      return trim(list, roomBytes);
    },
  };
  return {
    isAwaited: true,
    fresh: () => create(roomBytes),
    call: (state, turn) => (turn === 0 ? undefined : add(state, peerMessages[turn - 1])),
    linesOf: linesOrNone,
  };
}

// Some peers refuse a message that is larger than everything they may keep; that is an answer, too.
function orRefusal(call) {
  return async (list) => {
    try {
      return await call(list);
    } catch (refusal) {
      return { refusal };
    }
  };
}

/** Bytes a line takes in a prompt. */
export function lineBytes(line) {
  return Buffer.byteLength(line) + 1;
}
