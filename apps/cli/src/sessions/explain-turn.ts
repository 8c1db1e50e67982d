import type { ConversationMessage, Receipt, TurnStartRecord } from '@ctx/contract';

/** What became of a message in the prompt of a turn. */
export type MessageFate = 'answered' | 'seen' | 'over-budget' | 'outside-window' | 'same-as-answered' | 'known';

/** A message and its fate. */
export interface ExplainedMessage {
  readonly message: ConversationMessage;
  readonly fate: MessageFate;
}

/**
 * What an agent saw of a conversation, message by message, from the receipt of its turn. Kept messages are always the
 * newest, so the counts of the receipt place every message.
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

/** Of a turn that went on in the agent's session: what the agent had seen or said was not sent. */
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
