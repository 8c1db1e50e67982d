import type { AgentType } from '@ctx/contract';
import { FormatAssembler } from '@ctx/trimmer';

/** Options of `PlainTextAssembler`. */
export interface PlainTextAssemblerOptions {
  /** The agent type that the assembler is for. Default `unknown`. */
  readonly agentType?: AgentType | undefined;
  /** Make the instructions the system flag instead of a part of the prompt, for model APIs. Default `false`. */
  readonly separateSystem?: boolean | undefined;
}

/** Prompts without headings or markers, for agents that have no format of their own. */
export class PlainTextAssembler extends FormatAssembler {
  constructor({ agentType = 'unknown', separateSystem = false }: PlainTextAssemblerOptions = {}) {
    super(agentType, {
      instructions: { separate: separateSystem },
      task: {},
      context: { line: '{from}: {content}' },
      message: {},
    });
  }
}
