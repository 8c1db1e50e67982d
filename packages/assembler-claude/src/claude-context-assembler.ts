import { FormatAssembler, type PromptFormat } from '@ctx/trimmer';

const FORMAT: PromptFormat = {
  instructions: { separate: true },
  task: { heading: '[TEAM_TASK]' },
  context: { heading: '[CONTEXT]', line: '- {from} -> {to}: {content}' },
  message: { heading: '[MESSAGE]' },
};

/** Prompts for Claude Code: headings in brackets, and the instructions separately, for `--append-system-prompt`. */
export class ClaudeContextAssembler extends FormatAssembler {
  constructor() {
    super('claude-code', FORMAT);
  }
}
