import { createManagerSubject } from './ctx-conversation.mjs';

/** The prompt as UTF-8 chunks, not put together: what the runner hands to a process's stdin. */
export function create(conversation) {
  return createManagerSubject(conversation, {
    format: 'chunks',
    assemble: (manager, options) => manager.assembleForAgent('gemini', 'google-gemini', options).prompt,
    promptOf: (chunks) => Buffer.concat(chunks).toString(),
  });
}
