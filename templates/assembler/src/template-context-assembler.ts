import { FormatAssembler, type PromptFormat } from '@ctx/trimmer';

const FORMAT: PromptFormat = {
  instructions: { heading: '# Instructions' },
  task: { heading: '# Task' },
  context: { heading: '# Conversation', line: '{from} to {to}: {content}' },
  message: { heading: '# Message' },
};

/** Prompts for Template Agent. */
export class TemplateContextAssembler extends FormatAssembler {
  constructor() {
    super('template-agent', FORMAT);
  }
}
