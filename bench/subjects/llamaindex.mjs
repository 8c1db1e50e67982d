import { Settings } from '@llamaindex/core/global';
import { Memory } from '@llamaindex/core/memory';
import { createPeerSubject, lineBytes } from './peer-conversation.mjs';

/** Adds messages from the newest to the oldest. Counts all added messages again for each one. */
export function create(conversation, ready) {
  Settings.tokenizer = { encode: (text) => ({ length: lineBytes(text) }) };
  return createPeerSubject(conversation, ready, {
    messageOf: (content, index) => ({ id: `m${index}`, role: 'user', content }),
    trim: (messages, tokenLimit) => new Memory(messages, { tokenLimit, shortTermTokenLimitRatio: 1 }).getLLM(),
    linesOf: (messages) => messages.map(({ content }) => content),
  });
}
