import type { AssemblerInput } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { GeminiContextAssembler } from './gemini-context-assembler.ts';

const everything: AssemblerInput = {
  contextMessages: [
    { from: 'kailai', to: 'max', content: 'Hi' },
    { from: 'max', to: 'sarah', content: 'Hello' },
  ],
  currentMessage: 'What do you think?',
  teamTask: 'Build it',
  systemInstruction: 'You are Sarah',
  instructionFileText: 'Be brief',
  maxBytes: 10_000,
};

const assemble = (change: Partial<AssemblerInput> = {}) =>
  new GeminiContextAssembler().assemble({ ...everything, ...change });

const bytesOf = (text: string) => Buffer.byteLength(text);

describe('GeminiContextAssembler', () => {
  it('is for google-gemini', () => {
    expect(new GeminiContextAssembler().getAgentType()).toBe('google-gemini');
  });

  it('writes all sections in order, without brackets and without addressees', () => {
    const { prompt } = assemble();
    expect(prompt).toBe(
      'Instructions:\nYou are Sarah\n\nBe brief\n\nTeam Task:\nBuild it\n\nConversation so far:\n- kailai: Hi\n- max: Hello\n\nYour task:\nWhat do you think?',
    );
    expect(prompt).not.toMatch(/[[\]]/);
  });

  it('never has a system flag', () => {
    expect(assemble().systemFlag).toBeUndefined();
  });

  it('leaves out each section that is empty', () => {
    const without = (change: Partial<AssemblerInput>) => assemble(change).prompt;
    expect(without({ systemInstruction: undefined, instructionFileText: ' ' })).not.toContain('Instructions:');
    expect(without({ teamTask: '' })).not.toContain('Team Task:');
    expect(without({ contextMessages: [] })).not.toContain('Conversation so far:');
    expect(without({ currentMessage: '\n' })).not.toContain('Your task:');
  });

  it('leaves a prompt that fits unchanged, and drops the oldest message if one byte is missing', () => {
    const whole = assemble().prompt;
    expect(assemble({ maxBytes: bytesOf(whole) }).prompt).toBe(whole);
    expect(assemble({ maxBytes: bytesOf(whole) - 1 }).prompt).toBe(whole.replace('- kailai: Hi\n', ''));
  });

  it('cuts the message last, and never cuts instructions or task', () => {
    const fixed = 'Instructions:\nYou are Sarah\n\nBe brief\n\nTeam Task:\nBuild it\n\nYour task:\n';
    expect(assemble({ maxBytes: bytesOf(fixed) + 4 }).prompt).toBe(`${fixed}What`);
    expect(() => assemble({ maxBytes: bytesOf(fixed) })).toThrow(
      expect.objectContaining({ code: 'CTX_BUDGET_TOO_SMALL', requiredBytes: bytesOf(fixed) + 1 }),
    );
  });
});
