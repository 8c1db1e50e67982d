/** A rendered prompt. Both properties are always own keys. */
export interface AssemblerOutput {
  /** Text for the agent's standard input or the user message of a model API. */
  readonly prompt: string;
  /** Text for the agent's system-prompt flag. `undefined` if the format has none, or if there are no instructions. */
  readonly systemFlag?: string | undefined;
}
