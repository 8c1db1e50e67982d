import { FormatAssembler, type PromptFormat } from '@ctx/trimmer';

const FORMAT: PromptFormat = {
  instructions: { heading: '[SYSTEM]' },
  task: { heading: '[TEAM_TASK]' },
  context: { heading: '[CONTEXT]', line: '- {from} -> {to}: {content}' },
  message: { heading: '[MESSAGE]' },
};

/**
 * Prompts for Codex: headings in brackets, and the instructions as the first section, because Codex has no flag for
 * them.
 */
export class CodexContextAssembler extends FormatAssembler {
  constructor() {
    super('openai-codex', FORMAT);
  }
}
