import { createManagerSubject } from './ctx-conversation.mjs';

/** The prompt as UTF-8 chunks, each copied into a buffer that is used again: what a sink that needs one piece pays. */
export function create(conversation) {
  const target = Buffer.alloc(conversation.maxBytes);
  return createManagerSubject(conversation, {
    format: 'chunks',
    assemble(manager, options) {
      const { prompt } = manager.assembleForAgent('gemini', 'google-gemini', options);
      let length = 0;
      for (const chunk of prompt) {
        target.set(chunk, length);
        length += chunk.length;
      }
      return length;
    },
    promptOf: (length) => target.toString('utf8', 0, length),
  });
}
