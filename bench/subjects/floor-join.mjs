import { expectedPrompt } from '../workloads/expected-prompt.mjs';

/** Knows what fits before it is asked, and has every line ready: nothing that returns a string can do less. */
export function create(conversation, ready) {
  const last = conversation.messages.length - 1;
  const partsOfTurn = conversation.turns
    ? conversation.messages.map((_, turn) => expectedPrompt(conversation, turn, ready).parts)
    : [expectedPrompt(conversation, last, ready).parts];
  return {
    fresh: () => partsOfTurn,
    call: conversation.turns ? (parts, turn) => parts[turn].join('\n') : ([parts]) => parts.join('\n'),
    promptOf: (prompt) => prompt,
  };
}
