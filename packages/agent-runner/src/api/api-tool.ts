import type { Permissions } from '@ctx/contract';
import type { ToolDefinition } from '@ctx/model-context';

/** What a tool is told besides its arguments. */
export interface ApiToolContext {
  /** Aborted when the turn ends. */
  readonly signal: AbortSignal;
  /** What this turn may do; a tool that changes something has to look at it. */
  readonly permissions: Permissions;
}

/** A tool an API model may call, and how it runs. */
export interface ApiTool extends ToolDefinition {
  /**
   * Runs the tool. Called only with arguments that fit `parameters`. What it returns goes to the model, and so does the
   * message of what it throws.
   */
  // biome-ignore lint/suspicious/noExplicitAny: the schema says what the arguments are, the compiler cannot know.
  execute(args: any, context: ApiToolContext): unknown;
}
