import { createManagerSubject } from './ctx-conversation.mjs';

/** The prompt as a string, with its receipt. */
export function create(conversation) {
  return createManagerSubject(conversation, {
    assemble: (manager, options) => manager.assembleForAgent('gemini', 'google-gemini', options),
    promptOf: ({ prompt }) => prompt,
  });
}
