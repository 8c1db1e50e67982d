import type { ConversationMessage, PromptContextMessage, StrippingMode } from '@ctx/contract';
import { stripAllMarkers } from './markers/strip-all-markers.ts';

/**
 * Stored messages as agents see them. Made once per message and frozen, so that the same message is the same object from
 * turn to turn: whatever is derived from it further down can be remembered too, and goes with the message.
 */
export class PromptMessages {
  readonly #mode: StrippingMode;
  readonly #prepared = new WeakMap<ConversationMessage, PromptContextMessage>();
  readonly #ids = new WeakMap<PromptContextMessage, string>();

  constructor(mode: StrippingMode) {
    this.#mode = mode;
  }

  of(message: ConversationMessage): PromptContextMessage {
    const known = this.#prepared.get(message);
    if (known !== undefined) return known;
    const prepared = Object.freeze({
      from: message.speaker.roleName,
      to: message.routing?.resolvedAddressees?.join(', ') || 'all',
      content: stripAllMarkers(message.content, this.#mode),
    });
    this.#prepared.set(message, prepared);
    this.#ids.set(prepared, message.id);
    return prepared;
  }

  /** The id of the stored message a prepared one was made from. */
  readonly idOf = (prepared: PromptContextMessage): string | undefined => this.#ids.get(prepared);
}
