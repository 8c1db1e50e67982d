import { pruneMessages } from 'ai';
import { createPeerSubject } from './peer-conversation.mjs';

/** Goes over all messages once. These conversations contain nothing that it would remove. */
export function create(conversation, ready) {
  const { fresh, call } = createPeerSubject(conversation, ready, {
    messageOf: (content) => ({ role: 'user', content }),
    trim: (messages) => pruneMessages({ messages, reasoning: 'all', toolCalls: 'all', emptyMessages: 'remove' }),
    linesOf: () => [],
  });
  return { fresh, call };
}
