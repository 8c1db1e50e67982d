import { type ContextSnapshot, CtxError } from '@ctx/contract';
import type { MessageLog } from '../message-log.ts';
import { must } from '../must.ts';
import { toJsonValue } from './to-json-value.ts';

/** A snapshot that was found to be sound, as a conversation. */
export interface ReadSnapshot {
  readonly log: MessageLog;
  readonly teamTask: string | null;
}

/**
 * Checks a snapshot down to its last field and fills `log`, which is empty, with it.
 * @throws CtxError `CTX_INVALID_SNAPSHOT`; its `cause` says what is wrong.
 */
export function readSnapshot(snapshot: ContextSnapshot, log: MessageLog): ReadSnapshot {
  try {
    return read(snapshot, log);
  } catch (cause) {
    throw new CtxError('CTX_INVALID_SNAPSHOT', 'Invalid snapshot format', { cause });
  }
}

function read(snapshot: unknown, log: MessageLog): ReadSnapshot {
  // Copied first: what is checked and what is kept must be the same values, whatever getters or proxies come in.
  const { messages, teamTask, timestamp, version } = toJsonValue(snapshot, 'snapshot') as ContextSnapshot;
  must(version === 1, 'snapshot.version must be 1');
  must(typeof timestamp === 'number', 'snapshot.timestamp must be a number');
  must(teamTask === null || typeof teamTask === 'string', 'snapshot.teamTask must be a string or null');
  must(Array.isArray(messages), 'snapshot.messages must be a list');
  const ids = messages.map((message) => {
    // Adding a message fills in what is missing; a snapshot has it all.
    const isWhole = [message.id, message.speaker.roleName, message.speaker.type].every((field) => field !== undefined);
    must(isWhole, 'snapshot.messages need id, speaker.roleName and speaker.type');
    return log.add(message).id;
  });
  must(new Set(ids).size === ids.length, 'snapshot.messages need different ids');
  log.continueAfter(ids);
  return { log, teamTask };
}
