import { pruneMessages } from 'ai';
import { createPeerSubject } from './peer-conversation.mjs';

/** Goes over all messages once; nothing here is to be taken out. */
export function create(conversation, ready) {
  const { fresh, call } = createPeerSubject(conversation, ready, {
    messageOf: (content) => ({ role: 'user', content }),
    trim: (messages) => pruneMessages({ messages, reasoning: 'all', toolCalls: 'all', emptyMessages: 'remove' }),
    linesOf: () => [],
  });
  return { fresh, call };
}
