import { type ContextSnapshot, CtxError } from '@ctx/contract';
import type { MessageLog } from '../message-log.ts';
import { must } from '../must.ts';
import { toJsonValue } from './to-json-value.ts';

/** The conversation of a valid snapshot. */
export interface ReadSnapshot {
  readonly log: MessageLog;
  readonly teamTask: string | null;
}

/**
 * Validates all fields of a snapshot and adds its messages to `log`, which must be empty.
 * @throws CtxError `CTX_INVALID_SNAPSHOT`. Its `cause` says what is wrong.
 */
export function readSnapshot(snapshot: ContextSnapshot, log: MessageLog): ReadSnapshot {
  try {
    return read(snapshot, log);
  } catch (cause) {
    throw new CtxError('CTX_INVALID_SNAPSHOT', 'Invalid snapshot format', { cause });
  }
}

function read(snapshot: unknown, log: MessageLog): ReadSnapshot {
  // Copied first, because a getter or a proxy could return one value when checked and another when stored.
  const { messages, teamTask, timestamp, version } = toJsonValue(snapshot, 'snapshot') as ContextSnapshot;
  must(version === 1, 'snapshot.version must be 1');
  must(typeof timestamp === 'number', 'snapshot.timestamp must be a number');
  must(teamTask === null || typeof teamTask === 'string', 'snapshot.teamTask must be a string or null');
  must(Array.isArray(messages), 'snapshot.messages must be a list');
  const ids = messages.map((message) => {
    // `log.add` fills in missing fields, but a snapshot must have them.
    const isComplete = [message.id, message.speaker.roleName, message.speaker.type].every(
      (field) => field !== undefined,
    );
    must(isComplete, 'snapshot.messages need id, speaker.roleName and speaker.type');
    return log.add(message).id;
  });
  must(new Set(ids).size === ids.length, 'snapshot.messages need different ids');
  log.continueAfter(ids);
  return { log, teamTask };
}
