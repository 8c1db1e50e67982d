import { ClaudeContextAssembler } from '@ctx/assembler-claude';
import { GeminiContextAssembler } from '@ctx/assembler-gemini';
import type { ConversationMessage, IContextAssembler } from '@ctx/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ContextManager } from './context-manager.ts';

const kai = { roleId: 'kai', roleName: 'Kai', type: 'human' } as const;
const max = { roleId: 'max', roleName: 'Max', type: 'ai' } as const;
const sue = { roleId: 'sue', roleName: 'Sue', type: 'ai' } as const;
const opaque: IContextAssembler = { getAgentType: () => 'opaque', assemble: () => ({ prompt: '' }) };

function conversation(speakers: readonly ConversationMessage['speaker'][], options = {}): ContextManager {
  const assemblers = [new ClaudeContextAssembler(), new GeminiContextAssembler(), opaque];
  const context = new ContextManager({ assemblers, ...options });
  for (const [index, speaker] of speakers.entries()) context.addMessage({ content: `said ${index + 1}`, speaker });
  return context;
}

const contents = (context: ContextManager, options: object) =>
  context.getContextForAgent('max', 'gemini', options).contextMessages.map(({ content }) => content);

const unknown = expect.objectContaining({ code: 'CTX_UNKNOWN_MESSAGE' });

describe('since', () => {
  it('leaves out messages that the agent has seen or written, whatever the window', () => {
    const context = conversation([kai, max, sue, max, kai, sue]);
    expect(contents(context, { since: 'msg-2', windowSizeOverride: 1 })).toEqual(['said 3', 'said 5']);
    expect(contents(context, { since: 'msg-1', upTo: 'msg-5' })).toEqual(['said 3']);
    expect(contents(context, { since: 'msg-6' })).toEqual([]);
  });

  it('sends the current message again even if the agent has seen it', () => {
    const context = conversation([kai, sue, max, kai]);
    const input = context.getContextForAgent('max', 'gemini', { since: 'msg-3', replyTo: 'msg-1' });
    expect(input.currentMessage).toBe('said 1');
    expect(input.contextMessages.map(({ content }) => content)).toEqual(['said 4']);
  });

  it('counts the messages left out in the receipt', () => {
    const context = conversation([kai, max, sue, max, kai, sue]);
    const { receipt } = context.assembleForAgent('max', 'gemini', { since: 'msg-2' });
    expect(receipt.context).toEqual({ offered: 2, kept: 2, dropped: 0, firstKeptId: 'msg-3', known: 3 });
    expect(context.assembleForAgent('max', 'gemini').receipt.context?.known).toBeUndefined();
  });

  it('says in the receipt that the budget dropped a new message', () => {
    const context = conversation([kai, kai, kai, kai, kai], { maxBytes: 60 });
    const { receipt } = context.assembleForAgent('max', 'gemini', { since: 'msg-1' });
    expect(receipt.context).toMatchObject({ offered: 3, dropped: 2, known: 1, reason: 'budget' });
  });

  it('leaves out instructions in the prompt, and keeps those in the system flag', () => {
    const context = conversation([kai, max, kai]);
    const call = { since: 'msg-2', systemInstruction: 'Be Max.', instructionFileText: 'Be brief.' };
    expect(context.assembleForAgent('max', 'gemini', call).prompt).toBe('Your task:\nsaid 3');
    expect(context.assembleForAgent('max', 'claude', call).systemFlag).toBe('Be Max.\n\nBe brief.');
  });

  it('leaves out the task only with taskKnown', () => {
    const context = conversation([kai, max, kai]);
    context.setTeamTask('Ship it.');
    expect(context.assembleForAgent('max', 'gemini', { since: 'msg-2' }).prompt).toContain('Ship it.');
    const { prompt } = context.assembleForAgent('max', 'gemini', { since: 'msg-2', taskKnown: true });
    expect(prompt).toBe('Your task:\nsaid 3');
  });

  it('refuses the id of a message that is not stored, and an assembler without a layout', () => {
    const context = conversation([kai, max, kai, kai], { maxMessages: 2 });
    for (const since of ['msg-1', 'nobody']) expect(() => contents(context, { since })).toThrow(unknown);
    expect(() => context.getContextForAgent('max', 'opaque', { since: 'msg-3' })).toThrow(TypeError);
    expect(() => context.assembleForAgent('max', 'opaque', { since: 'msg-3' })).toThrow(TypeError);
  });

  it('gives the agent every message of others exactly once over several turns', () => {
    const speaker = fc.constantFrom(kai, max, sue);
    fc.assert(
      fc.property(fc.array(fc.array(speaker, { minLength: 1, maxLength: 5 }), { maxLength: 6 }), (turns) => {
        const context = conversation([]);
        const shown: string[] = [];
        let since: string | undefined;
        let said = 0;
        for (const speakers of turns) {
          for (const one of speakers) context.addMessage({ content: `said ${++said}`, speaker: one });
          const call = { since, windowSizeOverride: Number.POSITIVE_INFINITY };
          const { contextMessages, currentMessage } = context.getContextForAgent('max', 'gemini', call);
          shown.push(...contextMessages.map(({ content }) => content), currentMessage);
          since = context.getLatestMessage()!.id;
        }
        const others = context.getMessages().filter(({ speaker: { roleId } }) => roleId !== 'max');
        for (const { content } of others) expect(shown.filter((text) => text === content)).toHaveLength(1);
        expect(shown.length).toBe(new Set(shown).size);
      }),
    );
  });
});

describe('keepFrom', () => {
  it('hides all messages before it', () => {
    const context = conversation([kai, max, sue, max, kai]);
    const window = { windowSizeOverride: Number.POSITIVE_INFINITY, keepFrom: 'msg-3' };
    expect(contents(context, window)).toEqual(['said 3', 'said 4']);
    expect(contents(context, { ...window, since: 'msg-3' })).toEqual([]);
    expect(contents(context, { ...window, upTo: 'msg-4', replyTo: 'msg-3' })).toEqual(['said 4']);
    expect(context.assembleForAgent('max', 'gemini', window).receipt.context?.offered).toBe(2);
    for (const hidden of [{ since: 'msg-2' }, { replyTo: 'msg-2' }, { upTo: 'msg-2' }, { keepFrom: 'nobody' }]) {
      expect(() => contents(context, { ...window, ...hidden })).toThrow(unknown);
    }
  });
});

it('since includes the agent’s own message of a turn that did not complete, which it does not remember', () => {
  const context = new ContextManager();
  const say = (roleId: string, content: string, metadata?: Record<string, unknown>) =>
    context.addMessage({ content, speaker: { roleId, roleName: roleId, type: 'ai' }, metadata });
  say('kai', 'Begin.');
  say('max', 'Half an', { partial: true });
  say('max', 'Whole.');
  say('kai', 'Go on.');
  const { contextMessages } = context.getContextForAgent('max', 'plain', { since: 'msg-1' });
  expect(contextMessages.map(({ content }) => content)).toEqual(['Half an']);
  expect(context.assembleForAgent('max', 'plain', { since: 'msg-1' }).receipt.context).toMatchObject({ known: 2 });
});
