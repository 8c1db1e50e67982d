import type { AgentType } from './agent-type.ts';
import type { AssemblerInput } from './assembler-input.ts';
import type { AssemblerOutput } from './assembler-output.ts';
import type { Layout } from './layout.ts';

/** The four sections of a prompt. */
export type SectionName = 'instructions' | 'task' | 'context' | 'message';

/**
 * Turns a piece of conversation into the prompt one kind of agent wants. Pure: no state between calls, no input or
 * output besides its arguments, the input left as it was. Check yours with `testAssembler` of `@ctx/testkit`.
 *
 * What a format knowingly does differently from others it declares here (`skips`, `escapes`, `sectionOrder`,
 * `messageOrder`), so that a conformance run cannot forget it and checks what is declared.
 */
export interface IContextAssembler {
  /** The agent type this format is for. */
  getAgentType(): AgentType;
  /**
   * The prompt within `input.maxBytes` and, where it is given, `input.maxTokens`. Drops the oldest context messages
   * first, then cuts the end of the current message; instructions and task are never cut.
   * @throws ContextBudgetError when instructions, task and one character of the message do not fit.
   */
  assemble(input: AssemblerInput): AssemblerOutput;
  /** The prompt as blocks, for assemblers that let `@ctx/trimmer` do the fitting. With it, receipts are complete. */
  readonly layout?: ((input: AssemblerInput) => Layout) | undefined;
  /** `task`: the team task has no place in the prompt; `instructions`: neither have the instructions. */
  readonly skips?: readonly ('task' | 'instructions')[] | undefined;
  /**
   * How the format writes every text in the prompt that is not its own: names, contents, task, message, instructions
   * (not those in the system flag). Missing: as it came.
   */
  readonly escapes?: ((text: string) => string) | undefined;
  /** The order of the sections. Missing: instructions, task, context, message. */
  readonly sectionOrder?: readonly SectionName[] | undefined;
  /** In which order context messages are written. Missing: the oldest first, as every layout writes them. */
  readonly messageOrder?: 'oldest-first' | 'newest-first' | undefined;
}
