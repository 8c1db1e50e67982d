import { expectedPrompt } from '../workloads/expected-prompt.mjs';

/** The lower bound: joins lines that are ready and known to fit. Code that returns a string must do at least this. */
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
