import { expectedPrompt } from '../workloads/expected-prompt.mjs';

/**
 * Shared by all peers. They get every line ready-made, in their own kind of message, created beforehand. Only
 * `trim(messages, roomBytes)` is measured; each line counts one byte more, for its newline. In (f) there is one more
 * message per turn; a peer that keeps the trimmed list itself gets it through `growing.add`. In (e) the huge message is
 * the only line.
 */
export function createPeerSubject(conversation, ready, { messageOf, trim, growing, linesOf }) {
  const { turns, messages, maxBytes } = conversation;
  const isHuge = conversation.id === 'e';
  const last = messages.length - 1;
  // All messages to answer in (f) have the same size, so every turn has the same room.
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

// Some peers throw for a message that is larger than the budget. The table shows that as a refusal.
function orRefusal(call) {
  return async (list) => {
    try {
      return await call(list);
    } catch (refusal) {
      return { refusal };
    }
  };
}

/** The bytes of a line in a prompt, with its newline. */
export function lineBytes(line) {
  return Buffer.byteLength(line) + 1;
}
