import { FormatAssembler, type PromptFormat } from '@ctx/trimmer';

const FORMAT: PromptFormat = {
  instructions: { heading: 'Instructions:' },
  task: { heading: 'Team Task:' },
  context: { heading: 'Conversation so far:', line: '- {from}: {content}' },
  message: { heading: 'Your task:' },
};

/** Prompts for Gemini CLI: headings in plain words without brackets, and messages without their addressees. */
export class GeminiContextAssembler extends FormatAssembler {
  constructor() {
    super('google-gemini', FORMAT);
  }
}
