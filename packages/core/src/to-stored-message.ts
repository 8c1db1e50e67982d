import type { ConversationMessage, MessageRouting, NewMessage, Speaker } from '@ctx/contract';

const SPEAKER_TYPES: readonly unknown[] = ['human', 'ai', 'system'];

/**
 * A frozen copy of a message, its speaker and its routing, so that what is stored cannot change behind the store's back.
 * A speaker without a name is called by its id, one without a type is a human.
 * @throws TypeError when it is not a message.
 */
export function toStoredMessage(message: NewMessage, id: string): ConversationMessage {
  if (message === null || message === undefined) throw new TypeError('Message cannot be null or undefined');
  const { content, speaker, timestamp, routing } = message;
  if (typeof content !== 'string') throw new TypeError('Message content must be a string');
  if (speaker === null || typeof speaker !== 'object') throw new TypeError('Message speaker is required');
  const stored = { ...message, id, content, speaker: toStoredSpeaker(speaker) };
  requireTimestamp(timestamp);
  return Object.freeze(routing === undefined ? stored : { ...stored, routing: toStoredRouting(routing) });
}

function toStoredSpeaker(speaker: Speaker): Speaker {
  const { roleId, roleName = roleId, type = 'human' } = speaker;
  if (typeof roleId !== 'string' || roleId === '') throw new TypeError('Message speaker.roleId is required');
  if (typeof roleName !== 'string') throw new TypeError('Message speaker.roleName must be a string');
  if (!SPEAKER_TYPES.includes(type)) throw new TypeError('Message speaker.type must be human, ai or system');
  return Object.freeze({ ...speaker, roleId, roleName, type });
}

function toStoredRouting(routing: MessageRouting): MessageRouting {
  const addressees = routing?.resolvedAddressees;
  if (addressees === undefined) return Object.freeze({ ...routing });
  if (!Array.isArray(addressees) || !addressees.every((name) => typeof name === 'string')) {
    throw new TypeError('Message routing.resolvedAddressees must be a list of names');
  }
  return Object.freeze({ ...routing, resolvedAddressees: Object.freeze([...addressees]) });
}

function requireTimestamp(timestamp: unknown): void {
  if (timestamp === undefined || typeof timestamp === 'string' || Number.isFinite(timestamp)) return;
  if (timestamp instanceof Date && !Number.isNaN(timestamp.getTime())) return;
  throw new TypeError('Message timestamp must be a date, a finite number or a string');
}
