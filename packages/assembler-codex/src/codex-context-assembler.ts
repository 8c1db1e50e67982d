import type { AssemblerInput, AssemblerOutput, IContextAssembler, Layout } from '@ctx/contract';
import { type ConversationFormat, conversationLayout, renderLayout } from '@ctx/trimmer';

const FORMAT: ConversationFormat = {
  instructions: { heading: '[SYSTEM]' },
  task: { heading: '[TEAM_TASK]' },
  context: { heading: '[CONTEXT]', line: ({ from, to, content }) => `- ${from} -> ${to ?? 'all'}: ${content}` },
  message: { heading: '[MESSAGE]' },
};

/** Prompts for Codex: bracketed sections, the instructions in the first of them, because Codex has no flag for them. */
export class CodexContextAssembler implements IContextAssembler {
  getAgentType(): 'openai-codex' {
    return 'openai-codex';
  }

  layout(input: AssemblerInput): Layout {
    return conversationLayout(input, FORMAT);
  }

  assemble(input: AssemblerInput): AssemblerOutput {
    return renderLayout(this.layout(input), input.maxBytes);
  }
}
