import { ClaudeContextAssembler } from '@ctx/assembler-claude';
import type { AgentContextOptions } from '@ctx/contract';
import { expect, it } from 'vitest';
import { ContextManager } from './context-manager.ts';

const ada = { roleId: 'ada', roleName: 'Ada', type: 'human' } as const;
const max = { roleId: 'max', roleName: 'Max', type: 'ai' } as const;

/** Ada calls Max and Gem by msg-2; Max answers, and is corrected by Ada. */
function conversation(options = {}) {
  const context = new ContextManager({ assemblers: [new ClaudeContextAssembler()], ...options });
  context.addMessage({ speaker: ada, content: 'Hello.' });
  context.addMessage({ speaker: ada, content: 'Deploy version 2.' });
  context.addMessage({ speaker: max, content: 'Done, it is deployed.' });
  context.addMessage({ speaker: ada, content: 'Thanks.' });
  return context;
}

it('an agent that answers an earlier message is told how much of the context is newer', () => {
  const ask = (options: AgentContextOptions) => conversation().assembleForAgent('gem', 'claude', options);
  expect(ask({ replyTo: 'msg-2', upTo: 'msg-3' }).prompt).toBe(
    '[CONTEXT]\n- Ada -> all: Hello.\n- Max -> all: Done, it is deployed.\n' +
      '- ctx -> all: The last message above came after the message below.\n\n[MESSAGE]\nDeploy version 2.',
  );
  const { prompt, receipt } = ask({ replyTo: 'msg-2' });
  expect(prompt).toContain('- ctx -> all: The last 2 messages above came after the message below.\n');
  expect(receipt.message).toMatchObject({ id: 'msg-2', newer: 2 });
  expect(receipt.context).toMatchObject({ offered: 3, kept: 3 });
});

it('nothing is said if the current message is the newest, or nothing newer is kept', () => {
  const ask = (options: AgentContextOptions) => conversation().assembleForAgent('gem', 'claude', options);
  for (const options of [
    {},
    { replyTo: 'msg-4' },
    { replyTo: 'msg-2', upTo: 'msg-2' },
    { replyTo: 'msg-2', windowSizeOverride: 0 },
  ]) {
    const { prompt, receipt } = ask(options);
    expect(prompt).not.toContain('came after');
    expect(receipt.message).not.toHaveProperty('newer', expect.anything());
  }
});

it('only messages that are kept are counted', () => {
  const { prompt, receipt } = conversation().assembleForAgent('gem', 'claude', {
    replyTo: 'msg-2',
    maxBytesOverride: 140,
  });
  expect(prompt).toContain('- Ada -> all: Thanks.\n- ctx -> all: The last message above came after the message below.');
  expect(receipt).toMatchObject({ context: { kept: 1 }, message: { newer: 1 } });
});

it('a delta tells it too, without the messages that the agent wrote itself', () => {
  const options = { since: 'msg-1', replyTo: 'msg-2', systemInstruction: 'S' };
  const { prompt } = conversation({ guarded: true }).assembleForAgent('max', 'claude', options);
  expect(prompt).toContain('- Ada -> all: Thanks.\n- ctx -> all: The last message above came after the message below.');
  expect(conversation().getContextForAgent('max', 'claude', options).newerMessages).toBe(1);
});
