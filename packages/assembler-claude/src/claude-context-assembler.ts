import { FormatAssembler, type PromptFormat } from '@ctx/trimmer';

const FORMAT: PromptFormat = {
  instructions: { separate: true },
  task: { heading: '[TEAM_TASK]' },
  context: { heading: '[CONTEXT]', line: '- {from} -> {to}: {content}' },
  message: { heading: '[MESSAGE]' },
};

/** Prompts for Claude Code: bracketed sections, and the instructions apart, for `--append-system-prompt`. */
export class ClaudeContextAssembler extends FormatAssembler {
  constructor() {
    super('claude-code', FORMAT);
  }
}
