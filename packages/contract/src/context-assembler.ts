import type { AgentType } from './agent-type.ts';
import type { AssemblerInput } from './assembler-input.ts';
import type { AssemblerOutput } from './assembler-output.ts';
import type { Layout } from './layout.ts';

/** The four sections of a prompt. */
export type SectionName = 'instructions' | 'task' | 'context' | 'message';

/**
 * Turns a conversation into the prompt format of one type of agent. Pure: it keeps no state between calls, has no side
 * effects and does not change its input. Check yours with `testAssembler` of `@ctx/testkit`.
 *
 * A format declares in which ways it differs from others (`skips`, `escapes`, `sectionOrder`, `messageOrder`), and
 * `testAssembler` checks what is declared.
 */
export interface IContextAssembler {
  /** The agent type this format is for. */
  getAgentType(): AgentType;
  /**
   * The prompt within `input.maxBytes` and, if given, `input.maxTokens`. Drops the oldest context messages first, then
   * cuts the end of the current message. Never cuts instructions or task.
   * @throws ContextBudgetError if instructions, task and one character of the message do not fit.
   */
  assemble(input: AssemblerInput): AssemblerOutput;
  /**
   * The prompt as blocks, for assemblers that let `@ctx/trimmer` fit the prompt. Only with it are receipts complete.
   */
  readonly layout?: ((input: AssemblerInput) => Layout) | undefined;
  /** The parts of the input that this format leaves out. */
  readonly skips?: readonly ('task' | 'instructions')[] | undefined;
  /**
   * How the format escapes every text in the prompt that is not part of the format: names, contents, task, message, and
   * instructions that are not in the system flag. Missing: such text is not changed.
   */
  readonly escapes?: ((text: string) => string) | undefined;
  /** The order of the sections. Default: instructions, task, context, message. */
  readonly sectionOrder?: readonly SectionName[] | undefined;
  /** The order of the context messages. Default `oldest-first`, as in every layout. */
  readonly messageOrder?: 'oldest-first' | 'newest-first' | undefined;
}
