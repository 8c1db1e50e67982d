import type { ConversationMessage, MessageRouting, NewMessage, Speaker } from '@ctx/contract';
import { must } from './must.ts';

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

const SPEAKER_TYPES: readonly unknown[] = ['human', 'ai', 'system'];

/**
 * A frozen copy of a message, its speaker and its routing, so that the caller cannot change the stored message. A
 * speaker without a name gets its id as the name, and one without a type is a human.
 * @throws TypeError if it is not a valid message.
 */
export function toStoredMessage(message: NewMessage, id: string): ConversationMessage {
  must(message !== null && message !== undefined, 'Message cannot be null or undefined');
  const { content, speaker, timestamp, routing, metadata } = message;
  must(typeof content === 'string', 'Message content must be a string');
  must(isObject(speaker), 'Message speaker is required');
  must(timestamp === undefined || isTimestamp(timestamp), 'Message timestamp must be a date, number or string');
  must(metadata === undefined || isObject(metadata), 'Message metadata must be an object');
  // First a copy, then assignments: in V8 this is several times faster than one literal with `...` and all properties.
  const stored = { id, ...message } as Mutable<ConversationMessage>;
  stored.id = id;
  stored.content = content;
  stored.speaker = toStoredSpeaker(speaker);
  if (routing !== undefined) stored.routing = toStoredRouting(routing);
  return Object.freeze(stored);
}

function toStoredSpeaker(speaker: Speaker): Speaker {
  const { roleId, roleName = roleId, type = 'human', roleTitle = '' } = speaker;
  must(typeof roleId === 'string' && roleId !== '', 'Message speaker.roleId is required');
  must(typeof roleName === 'string', 'Message speaker.roleName must be a string');
  must(SPEAKER_TYPES.includes(type), 'Message speaker.type must be human, ai or system');
  must(typeof roleTitle === 'string', 'Message speaker.roleTitle must be a string');
  return Object.freeze({ ...speaker, roleId, roleName, type });
}

function toStoredRouting(routing: MessageRouting): MessageRouting {
  must(isObject(routing), 'Message routing must be an object');
  const { resolvedAddressees: names } = routing;
  if (names === undefined) return Object.freeze({ ...routing });
  const isList = Array.isArray(names) && names.every((name) => typeof name === 'string');
  must(isList, 'Message routing.resolvedAddressees must be a list of names');
  return Object.freeze({ ...routing, resolvedAddressees: Object.freeze([...names]) });
}

function isTimestamp(value: unknown): boolean {
  return typeof value === 'string' || Number.isFinite(value instanceof Date ? value.getTime() : value);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
