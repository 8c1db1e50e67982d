import type { AssemblerInput, AssemblerOutput, IContextAssembler, Layout } from '@ctx/contract';
import { type ConversationFormat, conversationLayout, renderLayout } from '@ctx/trimmer';

const FORMAT: ConversationFormat = {
  instructions: { heading: 'Instructions:' },
  task: { heading: 'Team Task:' },
  context: { heading: 'Conversation so far:', line: ({ from, content }) => `- ${from}: ${content}` },
  message: { heading: 'Your task:' },
};

/** Prompts for Gemini CLI: headings in plain words, no brackets, and nobody is told whom a message was for. */
export class GeminiContextAssembler implements IContextAssembler {
  getAgentType(): 'google-gemini' {
    return 'google-gemini';
  }

  layout(input: AssemblerInput): Layout {
    return conversationLayout(input, FORMAT);
  }

  assemble(input: AssemblerInput): AssemblerOutput {
    return renderLayout(this.layout(input), input.maxBytes);
  }
}
