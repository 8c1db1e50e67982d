import { testAssembler } from '@ctx/testkit';
import { renderLayout } from '@ctx/trimmer';
import { describe, expect, it } from 'vitest';
import { TemplateContextAssembler } from './template-context-assembler.ts';

testAssembler(() => new TemplateContextAssembler(), { describe, it, renderLayout });

describe('TemplateContextAssembler', () => {
  it('writes prompts in the format of Template Agent', () => {
    const { prompt, systemFlag } = new TemplateContextAssembler().assemble({
      systemInstruction: 'You are Sarah.',
      teamTask: 'Build it.',
      contextMessages: [
        { from: 'Kim', to: 'Max', content: 'Hi' },
        { from: 'Max', content: 'Hello' },
      ],
      currentMessage: 'What do you think?',
      maxBytes: 10_000,
    });
    expect(prompt).toBe(
      [
        '# Instructions\nYou are Sarah.',
        '# Task\nBuild it.',
        '# Conversation\nKim to Max: Hi\nMax to all: Hello',
        '# Message\nWhat do you think?',
      ].join('\n\n'),
    );
    expect(systemFlag).toBeUndefined();
  });
});
