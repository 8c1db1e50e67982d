import type { ConversationMessage, MessageRouting, NewMessage, Speaker } from '@ctx/contract';

const SPEAKER_TYPES: readonly unknown[] = ['human', 'ai', 'system'];

/**
 * A frozen copy of a message, its speaker and its routing, so that what is stored cannot change behind the store's back.
 * A speaker without a name is called by its id, one without a type is a human.
 * @throws TypeError when it is not a message.
 */
export function toStoredMessage(message: NewMessage, id: string): ConversationMessage {
  must(message !== null && message !== undefined, 'cannot be null or undefined');
  const { content, speaker, timestamp, routing, metadata } = message;
  must(typeof content === 'string', 'content must be a string');
  must(isObject(speaker), 'speaker is required');
  const stored = { ...message, id, content, speaker: toStoredSpeaker(speaker) };
  must(timestamp === undefined || isTimestamp(timestamp), 'timestamp must be a date, number or string');
  must(metadata === undefined || isObject(metadata), 'metadata must be an object');
  return Object.freeze(routing === undefined ? stored : { ...stored, routing: toStoredRouting(routing) });
}

function toStoredSpeaker(speaker: Speaker): Speaker {
  const { roleId, roleName = roleId, type = 'human', roleTitle = '' } = speaker;
  must(typeof roleId === 'string' && roleId !== '', 'speaker.roleId is required');
  must(typeof roleName === 'string', 'speaker.roleName must be a string');
  must(SPEAKER_TYPES.includes(type), 'speaker.type must be human, ai or system');
  must(typeof roleTitle === 'string', 'speaker.roleTitle must be a string');
  return Object.freeze({ ...speaker, roleId, roleName, type });
}

function toStoredRouting(routing: MessageRouting): MessageRouting {
  must(isObject(routing), 'routing must be an object');
  const { resolvedAddressees: names } = routing;
  if (names === undefined) return Object.freeze({ ...routing });
  must(
    Array.isArray(names) && names.every((name) => typeof name === 'string'),
    'routing.resolvedAddressees must be a list of names',
  );
  return Object.freeze({ ...routing, resolvedAddressees: Object.freeze([...names]) });
}

function isTimestamp(value: unknown): boolean {
  return typeof value === 'string' || Number.isFinite(value instanceof Date ? value.getTime() : value);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function must(holds: boolean, rule: string): void {
  if (!holds) throw new TypeError(`Message ${rule}`);
}
