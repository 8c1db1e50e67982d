import type { ConversationMessage, Receipt, TurnStartRecord } from '@ctx/contract';

/** Whether a message was in the prompt of a turn, and if not, why. */
export type MessageFate = 'answered' | 'seen' | 'over-budget' | 'outside-window' | 'same-as-answered' | 'known';

/** A message and its fate. */
export interface ExplainedMessage {
  readonly message: ConversationMessage;
  readonly fate: MessageFate;
}

/**
 * Explains for each message whether an agent saw it, from the receipt of its turn. The messages kept are always the
 * newest ones, so the counts in the receipt are enough.
 */
export function explainTurn(
  messages: readonly ConversationMessage[],
  { upTo, call, since }: Pick<TurnStartRecord, 'upTo' | 'call' | 'since'>,
  receipt: Receipt,
): ExplainedMessage[] {
  const end = messages.findIndex(({ id }) => id === upTo);
  const known = end === -1 ? messages : messages.slice(0, end + 1);
  if (since !== undefined) return explainDelta(known, { call, since });
  const others = known.filter(({ id }) => id !== call.replyTo);
  const { kept = 0, dropped = 0, firstKeptId } = receipt.context ?? {};
  const firstKept = firstKeptId === undefined ? -1 : others.findIndex(({ id }) => id === firstKeptId);
  const keptFrom = firstKept === -1 ? others.length - kept : firstKept;
  const fates = new Map<string, MessageFate>([[call.replyTo, 'answered']]);
  for (const [index, { id }] of others.entries()) {
    if (index >= keptFrom + kept) fates.set(id, 'same-as-answered');
    else if (index >= keptFrom) fates.set(id, 'seen');
    else fates.set(id, index >= keptFrom - dropped ? 'over-budget' : 'outside-window');
  }
  return known.map((message) => ({ message, fate: fates.get(message.id)! }));
}

// For a turn that continued the agent's own session: what the agent had seen or said itself was not sent.
function explainDelta(
  messages: readonly ConversationMessage[],
  { call, since }: { readonly call: TurnStartRecord['call']; readonly since: string },
): ExplainedMessage[] {
  const seen = messages.findIndex(({ id }) => id === since);
  return messages.map((message, index) => {
    if (message.id === call.replyTo) return { message, fate: 'answered' };
    const isOwn = message.speaker.roleId === call.member && message.metadata?.['partial'] !== true;
    return { message, fate: index <= seen || isOwn ? 'known' : 'seen' };
  });
}
