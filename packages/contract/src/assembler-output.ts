/** A rendered prompt. Both properties are always own keys. */
export interface AssemblerOutput {
  /** What goes to the agent's standard input or into its user message. */
  readonly prompt: string;
  /** What goes to the agent's system-prompt flag, or `undefined` where the format has none or there is nothing to say. */
  readonly systemFlag?: string | undefined;
}
