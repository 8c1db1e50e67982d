import type { AgentType, AssemblerInput, AssemblerOutput, IContextAssembler, Layout } from '@ctx/contract';
import { type ConversationFormat, conversationLayout, renderLayout } from '@ctx/trimmer';

/** What a `PlainTextAssembler` is made with; all of it optional. */
export interface PlainTextAssemblerOptions {
  /** The agent type it registers under. Default `unknown`. */
  readonly agentType?: AgentType | undefined;
  /** Send the instructions to `systemFlag` instead of into the prompt, for model APIs. Default `false`. */
  readonly separateSystem?: boolean | undefined;
}

const FORMAT: ConversationFormat = {
  instructions: {},
  task: {},
  context: { line: ({ from, content }) => `${from}: ${content}` },
  message: {},
};

const SEPARATE_SYSTEM_FORMAT: ConversationFormat = { ...FORMAT, instructions: { systemFlag: true } };

/** Prompts without headings or markers, for agents that have no format of their own. */
export class PlainTextAssembler implements IContextAssembler {
  readonly #agentType: AgentType;
  readonly #format: ConversationFormat;

  constructor({ agentType = 'unknown', separateSystem = false }: PlainTextAssemblerOptions = {}) {
    this.#agentType = agentType;
    this.#format = separateSystem ? SEPARATE_SYSTEM_FORMAT : FORMAT;
  }

  getAgentType(): AgentType {
    return this.#agentType;
  }

  layout(input: AssemblerInput): Layout {
    return conversationLayout(input, this.#format);
  }

  assemble(input: AssemblerInput): AssemblerOutput {
    return renderLayout(this.layout(input), input.maxBytes);
  }
}
