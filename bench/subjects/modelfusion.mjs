import { trimChatPrompt } from 'modelfusion';
import { createPeerSubject, lineBytes } from './peer-conversation.mjs';

const model = {
  countPromptTokens: async ({ messages }) => messages.reduce((sum, { content }) => sum + lineBytes(content), 0),
};

/**
 * Adds pairs of messages from the newest to the oldest, and counts everything again for each. It always keeps the
 * message to answer, so an empty one is used for it. If the number of messages is odd, the oldest is left out
 * beforehand.
 */
export function create(conversation, ready) {
  const toAnswer = { role: 'user', content: '' };
  const subject = createPeerSubject(conversation, ready, {
    messageOf: (content, index) => ({ role: index % 2 === 0 ? 'user' : 'assistant', content }),
    async trim(list, roomBytes) {
      if (conversation.id === 'e') {
        return (await trimChatPrompt({ prompt: { messages: list }, model, tokenLimit: roomBytes })).messages;
      }
      const messages = [...list.slice(list.length % 2), toAnswer];
      return (await trimChatPrompt({ prompt: { messages }, model, tokenLimit: roomBytes + 1 })).messages;
    },
    linesOf: (messages) => messages.filter((message) => message !== toAnswer).map(({ content }) => content),
  });
  return { ...subject, firstKept: (first, position) => first + ((position - first) % 2) };
}
