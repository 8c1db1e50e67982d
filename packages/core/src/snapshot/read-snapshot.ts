import { type ContextSnapshot, CtxError, type NewMessage } from '@ctx/contract';
import { MessageLog } from '../message-log.ts';
import { isPlainObject, toJsonValue } from './to-json-value.ts';

/** A snapshot that was found to be sound, as a conversation. */
export interface ReadSnapshot {
  readonly log: MessageLog;
  readonly teamTask: string | null;
}

/**
 * Checks a snapshot down to its last field and makes a new log of it.
 * @throws CtxError `CTX_INVALID_SNAPSHOT`; its `cause` says what is wrong.
 */
export function readSnapshot(snapshot: ContextSnapshot, maxMessages: number): ReadSnapshot {
  try {
    return read(snapshot, maxMessages);
  } catch (cause) {
    throw new CtxError('CTX_INVALID_SNAPSHOT', 'Invalid snapshot format', { cause });
  }
}

function read(snapshot: unknown, maxMessages: number): ReadSnapshot {
  // Copied first: what is checked and what is kept must be the same values, whatever getters or proxies come in.
  const { messages, teamTask, timestamp, version } = requireObject(toJsonValue(snapshot, 'snapshot'), 'snapshot');
  if (version !== 1) throw new TypeError(`snapshot.version must be 1, got ${JSON.stringify(version)}`);
  if (typeof timestamp !== 'number') throw new TypeError('snapshot.timestamp must be a number');
  if (teamTask !== null && typeof teamTask !== 'string') {
    throw new TypeError('snapshot.teamTask must be a string or null');
  }
  if (!Array.isArray(messages)) throw new TypeError('snapshot.messages must be a list');
  const log = new MessageLog(maxMessages);
  const ids = messages.map((message, index) => log.add(requireMessage(message, `snapshot.messages[${index}]`)).id);
  if (new Set(ids).size < ids.length) throw new TypeError('snapshot.messages has two messages with the same id');
  log.continueAfter(ids);
  return { log, teamTask };
}

// Stricter than adding a message, which gives ids and fills in what is missing: a snapshot has it all.
function requireMessage(value: unknown, path: string): NewMessage {
  const message = requireObject(value, path);
  const speaker = requireObject(message['speaker'], `${path}.speaker`);
  for (const [name, field] of [
    ['id', message['id']],
    ['speaker.roleId', speaker['roleId']],
    ['speaker.roleName', speaker['roleName']],
    ['speaker.type', speaker['type']],
  ]) {
    if (typeof field !== 'string') throw new TypeError(`${path}.${name} must be a string`);
  }
  requireOptional(speaker['roleTitle'], (title) => typeof title === 'string', `${path}.speaker.roleTitle`);
  requireOptional(message['routing'], isPlainObject, `${path}.routing`);
  requireOptional(message['metadata'], isPlainObject, `${path}.metadata`);
  return message as unknown as NewMessage;
}

function requireObject(value: unknown, path: string): Record<string, unknown> {
  if (!isPlainObject(value)) throw new TypeError(`${path} must be an object`);
  return value;
}

function requireOptional(value: unknown, isRight: (value: unknown) => boolean, path: string): void {
  if (value !== undefined && !isRight(value)) throw new TypeError(`${path} is of the wrong type`);
}
