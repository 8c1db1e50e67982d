import { UserMessage } from 'beeai-framework/backend/message';
import { TokenMemory } from 'beeai-framework/memory/tokenMemory';
import { createPeerSubject, lineBytes } from './peer-conversation.mjs';

const estimate = (message) => lineBytes(message.text);
const tokenize = async (messages) => messages.reduce((sum, message) => sum + estimate(message), 0);

const createMemory = (maxTokens) => new TokenMemory({ maxTokens, syncThreshold: 2, handlers: { estimate, tokenize } });

/** In (f) one memory gets one message per turn. The estimate is exact here, so counting again (`sync`) is turned off. */
export function create(conversation, ready) {
  return createPeerSubject(conversation, ready, {
    messageOf: (line) => new UserMessage(line),
    async trim(messages, roomBytes) {
      const memory = createMemory(roomBytes);
      await memory.addMany(messages);
      return memory.messages;
    },
    growing: {
      create: createMemory,
      async add(memory, message) {
        await memory.add(message);
        return memory.messages;
      },
    },
    linesOf: (messages) => messages.map(({ text }) => text),
  });
}
