import type { AssemblerInput, AssemblerOutput, IContextAssembler, Layout } from '@ctx/contract';
import { type ConversationFormat, conversationLayout, renderLayout } from '@ctx/trimmer';

const FORMAT: ConversationFormat = {
  instructions: { systemFlag: true },
  task: { heading: '[TEAM_TASK]' },
  context: { heading: '[CONTEXT]', line: ({ from, to, content }) => `- ${from} -> ${to ?? 'all'}: ${content}` },
  message: { heading: '[MESSAGE]' },
};

/** Prompts for Claude Code: bracketed sections, and the instructions apart, for `--append-system-prompt`. */
export class ClaudeContextAssembler implements IContextAssembler {
  getAgentType(): 'claude-code' {
    return 'claude-code';
  }

  layout(input: AssemblerInput): Layout {
    return conversationLayout(input, FORMAT);
  }

  assemble(input: AssemblerInput): AssemblerOutput {
    return renderLayout(this.layout(input), input.maxBytes);
  }
}
