import type { ConversationMessage, PromptContextMessage, StrippingMode } from '@ctx/contract';
import { stripAllMarkers } from './markers/strip-all-markers.ts';

/** A stored message as agents see it. Frozen, so that the trimmer can cache its rendered line. */
export function toPromptMessage(message: ConversationMessage, mode: StrippingMode): PromptContextMessage {
  const deeds = message.metadata?.['deeds'];
  const prepared = {
    from: message.speaker.roleName,
    to: message.routing?.resolvedAddressees?.join(', ') || 'all',
    content: stripAllMarkers(message.content, mode),
  };
  return Object.freeze(typeof deeds === 'string' && deeds !== '' ? { ...prepared, deeds } : prepared);
}
