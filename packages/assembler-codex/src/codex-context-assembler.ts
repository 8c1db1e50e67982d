import { FormatAssembler, type PromptFormat } from '@ctx/trimmer';

const FORMAT: PromptFormat = {
  instructions: { heading: '[SYSTEM]' },
  task: { heading: '[TEAM_TASK]' },
  context: { heading: '[CONTEXT]', line: '- {from} -> {to}: {content}' },
  message: { heading: '[MESSAGE]' },
};

/** Prompts for Codex: bracketed sections, the instructions in the first of them, because Codex has no flag for them. */
export class CodexContextAssembler extends FormatAssembler {
  constructor() {
    super('openai-codex', FORMAT);
  }
}
