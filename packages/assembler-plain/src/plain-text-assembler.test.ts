import type { AssemblerInput } from '@ctx/contract';
import { describe, expect, it } from 'vitest';
import { PlainTextAssembler } from './plain-text-assembler.ts';

const everything: AssemblerInput = {
  contextMessages: [
    { from: 'kailai', to: 'max', content: 'Hi' },
    { from: 'max', content: 'Hello' },
  ],
  currentMessage: 'What do you think?',
  teamTask: 'Build it',
  systemInstruction: 'You are Sarah',
  instructionFileText: 'Be brief',
  maxBytes: 10_000,
};

const assemble = (change: Partial<AssemblerInput> = {}) =>
  new PlainTextAssembler().assemble({ ...everything, ...change });

describe('PlainTextAssembler', () => {
  it('is for the type unknown by default, or for the type in its options', () => {
    expect(new PlainTextAssembler().getAgentType()).toBe('unknown');
    expect(new PlainTextAssembler({ agentType: 'openai-api' }).getAgentType()).toBe('openai-api');
  });

  it('writes all parts without headings or markers, with a blank line between them', () => {
    const { prompt, systemFlag } = assemble();
    expect(prompt).toBe('You are Sarah\n\nBe brief\n\nBuild it\n\nkailai: Hi\nmax: Hello\n\nWhat do you think?');
    expect(systemFlag).toBeUndefined();
    expect(prompt).not.toMatch(/[[\]]/);
  });

  it('leaves out each part that is empty', () => {
    expect(assemble({ systemInstruction: '', instructionFileText: undefined }).prompt.startsWith('Build it')).toBe(
      true,
    );
    expect(assemble({ teamTask: null }).prompt).not.toContain('Build it');
    expect(assemble({ contextMessages: [] }).prompt).toBe(
      'You are Sarah\n\nBe brief\n\nBuild it\n\nWhat do you think?',
    );
    expect(assemble({ currentMessage: '' }).prompt.endsWith('max: Hello')).toBe(true);
  });

  it('drops the oldest message if the prompt is over budget', () => {
    expect(assemble({ maxBytes: Buffer.byteLength(assemble().prompt) - 1 }).prompt).not.toContain('kailai');
  });

  it('puts the instructions into the system flag with separateSystem', () => {
    const separate = new PlainTextAssembler({ separateSystem: true }).assemble(everything);
    expect(separate.systemFlag).toBe('You are Sarah\n\nBe brief');
    expect(separate.prompt).toBe('Build it\n\nkailai: Hi\nmax: Hello\n\nWhat do you think?');
  });
});
