import { createManagerSubject } from './ctx-conversation.mjs';

/** The prompt as separate UTF-8 chunks, as the runner writes them to a process's stdin. */
export function create(conversation) {
  return createManagerSubject(conversation, {
    format: 'chunks',
    assemble: (manager, options) => manager.assembleForAgent('gemini', 'google-gemini', options).prompt,
    promptOf: (chunks) => Buffer.concat(chunks).toString(),
  });
}
