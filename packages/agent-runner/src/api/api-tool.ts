import type { Permissions } from '@ctx/contract';
import type { ToolDefinition } from '@ctx/model-context';

/** What a tool gets besides its arguments. */
export interface ApiToolContext {
  /** Aborted when the turn ends. */
  readonly signal: AbortSignal;
  /** The permissions of the turn. A tool that changes something must check them. */
  readonly permissions: Permissions;
}

/** A tool that an API model can call, with its implementation. */
export interface ApiTool extends ToolDefinition {
  /**
   * Runs the tool. Called only with arguments that match `parameters`. The model gets the return value, or the message
   * of the error if it throws.
   */
  // biome-ignore lint/suspicious/noExplicitAny: the schema says what the arguments are, the compiler cannot know.
  execute(args: any, context: ApiToolContext): unknown;
}
