import type { AssemblerInput } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { CodexContextAssembler } from './codex-context-assembler.ts';

const everything: AssemblerInput = {
  contextMessages: [{ from: 'max', to: 'sarah', content: 'Hello' }],
  currentMessage: 'What do you think?',
  teamTask: 'Build it',
  systemInstruction: 'You are Sarah',
  instructionFileText: 'Be brief',
  maxBytes: 10_000,
};

const assemble = (change: Partial<AssemblerInput> = {}) =>
  new CodexContextAssembler().assemble({ ...everything, ...change });

describe('CodexContextAssembler', () => {
  it('is for openai-codex', () => {
    expect(new CodexContextAssembler().getAgentType()).toBe('openai-codex');
  });

  it('writes SYSTEM, TEAM_TASK, CONTEXT and MESSAGE in this order', () => {
    expect(assemble().prompt).toBe(
      '[SYSTEM]\nYou are Sarah\n\nBe brief\n\n[TEAM_TASK]\nBuild it\n\n[CONTEXT]\n- max -> sarah: Hello\n\n[MESSAGE]\nWhat do you think?',
    );
  });

  it('never has a system flag', () => {
    expect(assemble().systemFlag).toBeUndefined();
  });

  it('leaves out SYSTEM if there are no instructions', () => {
    const { prompt } = assemble({ systemInstruction: ' ', instructionFileText: undefined });
    expect(prompt.startsWith('[TEAM_TASK]')).toBe(true);
  });
});
