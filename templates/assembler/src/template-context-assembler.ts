import type { AssemblerInput, AssemblerOutput, IContextAssembler, Layout } from '@ctx/contract';
import { type ConversationFormat, conversationLayout, renderLayout } from '@ctx/trimmer';

const FORMAT: ConversationFormat = {
  instructions: { heading: '# Instructions' },
  task: { heading: '# Task' },
  context: { heading: '# Conversation', line: ({ from, to, content }) => `${from} to ${to ?? 'all'}: ${content}` },
  message: { heading: '# Message' },
};

/** Prompts for Template Agent. */
export class TemplateContextAssembler implements IContextAssembler {
  getAgentType(): 'template-agent' {
    return 'template-agent';
  }

  layout(input: AssemblerInput): Layout {
    return conversationLayout(input, FORMAT);
  }

  assemble(input: AssemblerInput): AssemblerOutput {
    return renderLayout(this.layout(input), input.maxBytes);
  }
}
