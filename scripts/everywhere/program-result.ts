/** The part of the program's result that tests examine. The whole result is compared between runtimes. */
export interface ProgramResult {
  readonly prompts: readonly {
    readonly agentType: string;
    readonly prompt: string;
    readonly receipt: { readonly usedBytes: number };
    /** UTF-8 bytes of the same prompt, assembled in chunks from a snapshot of the conversation. */
    readonly bytesOfCopy: readonly number[];
    /** The error code for a budget of one byte. */
    readonly tooSmall: string;
  }[];
  readonly model: { readonly status: string; readonly visible: string };
  readonly truncated: string;
}
