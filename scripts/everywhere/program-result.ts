/** The part of what the program gives that tests look into; all of it is compared between runtimes. */
export interface ProgramResult {
  readonly prompts: readonly {
    readonly agentType: string;
    readonly prompt: string;
    readonly receipt: { readonly usedBytes: number };
    /** UTF-8 of the same prompt, made in pieces from a snapshot of the conversation. */
    readonly bytesOfCopy: readonly number[];
    /** What a budget of one byte leads to. */
    readonly tooSmall: string;
  }[];
  readonly model: { readonly status: string; readonly visible: string };
  readonly truncated: string;
}
