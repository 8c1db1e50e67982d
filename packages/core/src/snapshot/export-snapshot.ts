import { type ContextSnapshot, type ConversationMessage, CtxError } from '@ctx/contract';
import { toJsonValue } from './to-json-value.ts';

/**
 * A snapshot of a conversation.
 * @throws CtxError `CTX_NOT_SERIALIZABLE`, with the path of the value JSON cannot represent.
 */
export function exportSnapshot(messages: readonly ConversationMessage[], teamTask: string | null): ContextSnapshot {
  try {
    // Two levels lie around each message of a snapshot: what is exported must not be too deep to be imported.
    const around = [{}, messages];
    const copies = messages.map(
      (message) => toJsonValue(message, `message "${message.id}"`, around) as ConversationMessage,
    );
    return { messages: copies, teamTask, timestamp: Date.now(), version: 1 };
  } catch (cause) {
    throw new CtxError('CTX_NOT_SERIALIZABLE', `The conversation cannot be exported: ${cause}`, { cause });
  }
}
