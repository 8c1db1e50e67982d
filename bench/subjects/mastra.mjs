import { TokenLimiterProcessor } from '@mastra/core/processors';
import { createPeerSubject, lineBytes } from './peer-conversation.mjs';

/** It adds 24 tokens for a conversation and 3.8 for each message, and counts the role's name with the text. */
const PER_CONVERSATION = 24;
const PER_MESSAGE = 3.8;
const ROLE = 'user';

/** Trims the request to a model, newest first, up to the first message that does not fit. */
export function create(conversation, ready) {
  return createPeerSubject(conversation, ready, {
    messageOf: (text) => ({ role: ROLE, content: [{ type: 'text', text }] }),
    async trim(prompt, roomBytes) {
      // Half a byte more, for rounding errors of 3.8.
      const limiter = new TokenLimiterProcessor({ limit: roomBytes + PER_CONVERSATION + 0.5, trimMode: 'contiguous' });
      limiter.countTokens = (text) => lineBytes(text) - ROLE.length - PER_MESSAGE;
      const trimmed = await limiter.processLLMRequest({ prompt });
      return trimmed === undefined ? prompt : trimmed.prompt;
    },
    linesOf: (prompt) => prompt.map(({ content }) => content[0].text),
  });
}
