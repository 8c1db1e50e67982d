import promptrix from 'promptrix';
import { createPeerSubject } from './peer-conversation.mjs';

const tokenizer = { encode: (text) => ({ length: Buffer.byteLength(text) }), decode: () => '' };
const section = new promptrix.ConversationHistory('history', 1, false, '', '', '\n');

/** Renders the conversation as text. Only the section is used, because its `Prompt` would measure everything once more. */
export function create(conversation, ready) {
  return createPeerSubject(conversation, ready, {
    messageOf: (content) => ({ role: 'user', content }),
    async trim(messages, roomBytes) {
      const memory = { has: () => true, get: () => messages };
      // It counts newlines only between lines; our room also has one after the last line.
      const { output } = await section.renderAsText(memory, undefined, tokenizer, roomBytes - 1);
      return output;
    },
    linesOf: (text) => (text === '' ? [] : [text]),
  });
}
