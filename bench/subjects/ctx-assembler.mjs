import { GeminiContextAssembler } from '@ctx/assembler-gemini';

/** The assembler alone, with a list of messages. In (f) the list grows by one message per turn. */
export function create(conversation) {
  const { messages, turns, teamTask, systemInstruction, maxBytes } = conversation;
  const assembler = new GeminiContextAssembler();
  const inputWith = (contextMessages, currentMessage) => ({
    contextMessages,
    currentMessage,
    teamTask,
    systemInstruction,
    maxBytes,
  });
  const frozen = () => messages.map((message) => Object.freeze({ ...message }));
  if (turns) {
    return {
      fresh: () => ({ context: [], all: frozen() }),
      call({ context, all }, turn) {
        if (turn > 0) context.push(all[turn - 1]);
        return assembler.assemble(inputWith(context, all[turn].content));
      },
      promptOf: ({ prompt }) => prompt,
    };
  }
  return {
    fresh: () => inputWith(frozen().slice(0, -1), messages.at(-1).content),
    call: (input) => assembler.assemble(input),
    promptOf: ({ prompt }) => prompt,
  };
}
