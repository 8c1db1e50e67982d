import { checkOutput } from '../harness/check-output.mjs';
import { create as createFloor } from '../subjects/floor-join.mjs';
import { createConversation } from './conversations.mjs';
import { readyLines } from './expected-prompt.mjs';

/** Loads one subject, one conversation, and the floor. */
export async function loadBench({ module, mode, workload, seed }) {
  const conversation = createConversation(workload, seed);
  const ready = readyLines(conversation.messages);
  const { create } = await import(module);
  const subject = await create(conversation, ready);
  return {
    subject,
    floor: createFloor(conversation, ready),
    sampling: { mode, messageCount: conversation.messages.length, turns: conversation.turns },
    check: () => checkOutput(subject, conversation, ready),
  };
}
