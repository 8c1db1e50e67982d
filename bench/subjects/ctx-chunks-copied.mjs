import { createManagerSubject } from './ctx-conversation.mjs';

/** The prompt as UTF-8 chunks, copied into one reused buffer, for callers that need it in one piece. */
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
