import type { AgentType } from './agent-type.ts';
import type { AssemblerInput } from './assembler-input.ts';
import type { AssemblerOutput } from './assembler-output.ts';
import type { Layout } from './layout.ts';

/**
 * Turns a piece of conversation into the prompt one kind of agent wants. Pure: no state between calls, no input or
 * output besides its arguments, the input left as it was. Check yours with `testAssembler` of `@ctx/testkit`.
 */
export interface IContextAssembler {
  /** The agent type this format is for. */
  getAgentType(): AgentType;
  /**
   * The prompt within `input.maxBytes`. Drops the oldest context messages first, then cuts the end of the current
   * message; instructions and task are never cut.
   * @throws ContextBudgetError when instructions, task and one character of the message do not fit.
   */
  assemble(input: AssemblerInput): AssemblerOutput;
  /** The prompt as blocks, for assemblers that let `@ctx/trimmer` do the fitting. With it, receipts are complete. */
  readonly layout?: ((input: AssemblerInput) => Layout) | undefined;
  /**
   * What this format knowingly does not do, declared here so that a conformance run cannot forget it. `task`: the
   * team task has no place in the prompt; `instructions`: neither have the instructions.
   */
  readonly skips?: readonly ('task' | 'instructions')[] | undefined;
}
