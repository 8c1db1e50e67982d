import { HumanMessage, trimMessages } from '@langchain/core/messages';
import { createPeerSubject, lineBytes } from './peer-conversation.mjs';

const countBytes = (messages) => messages.reduce((sum, { content }) => sum + lineBytes(content), 0);

/** Keeps the newest messages. Counts all remaining messages again for each one it drops. */
export function create(conversation, ready) {
  return createPeerSubject(conversation, ready, {
    messageOf: (line) => new HumanMessage(line),
    trim: (messages, maxTokens) => trimMessages(messages, { maxTokens, strategy: 'last', tokenCounter: countBytes }),
    linesOf: (messages) => messages.map(({ content }) => content),
  });
}
