import type { AssemblerInput, ExplainedPrompt, IContextAssembler, Receipt } from '@ctx/contract';
import { byteLength, renderLayout } from '@ctx/trimmer';

/** What only the conversation store knows about a prompt. */
export interface PromptOrigin {
  /** Id of the current message. */
  readonly messageId: string | undefined;
  /** Ids of the messages of context that the layout was given, oldest first. */
  readonly contextIds: readonly string[];
  /** How many more there are that it was not given, because they could not fit. */
  readonly withheld: number;
  /** How many there are that the agent has seen or said already. */
  readonly known: number | undefined;
}

/** A prompt with its receipt; of an assembler without a layout only the bytes are known. */
export function explainInput(
  assembler: IContextAssembler,
  input: AssemblerInput,
  origin: PromptOrigin | undefined,
): ExplainedPrompt {
  if (assembler.layout !== undefined) {
    const rendered = renderLayout(assembler.layout(input), input);
    return origin === undefined ? rendered : { ...rendered, receipt: withOrigin(rendered.receipt, origin) };
  }
  const { prompt, systemFlag } = assembler.assemble(input);
  const usedBytes = byteLength(prompt) + byteLength(systemFlag ?? '');
  const { maxBytes } = input;
  return { prompt, systemFlag, receipt: { maxBytes, usedBytes, remainingBytes: maxBytes - usedBytes, sections: [] } };
}

/** A receipt of the trimmer with ids, and with the messages that the trimmer was not shown. */
export function withOrigin(receipt: Receipt, { messageId, contextIds, withheld, known }: PromptOrigin): Receipt {
  const { context, message } = receipt;
  if (context === undefined || message === undefined) return receipt;
  const dropped = context.dropped + withheld;
  // Of a layout that offers other messages than it was given, nobody knows which they are.
  const isAsGiven = context.offered === contextIds.length;
  return {
    ...receipt,
    context: {
      offered: context.offered + withheld,
      kept: context.kept,
      dropped,
      reason: dropped > 0 ? 'budget' : undefined,
      firstKeptId: isAsGiven ? contextIds[contextIds.length - context.kept] : undefined,
      known,
    },
    message: {
      id: messageId,
      bytes: message.bytes,
      // Left to be measured when it is asked for.
      get cutBytes() {
        return message.cutBytes;
      },
    },
  };
}
