import type { ConversationMessage, SessionRecord } from '@ctx/contract';
import { FED_CHARACTERS, type FedMessage, type FedRecord } from '../protocol/session-feed.ts';

/** Turns a record into the form the page gets. */
export function feedRecord(record: SessionRecord): FedRecord {
  switch (record.type) {
    case 'message':
      return { ...record, message: feedMessage(record.message) };
    case 'snapshot': {
      const { messages, teamTask } = record.snapshot.context;
      return { type: 'earlier', messages: messages.map(feedMessage), task: teamTask, at: record.at };
    }
    case 'prompt-settings': {
      const { systemInstruction: _system, instructionFileText: _file, ...rest } = record;
      return rest;
    }
    case 'turn-end': {
      const { trail: _trail, changes, ...rest } = record;
      if (changes === undefined) return rest;
      const meanwhile = changes.meanwhile && { ...changes.meanwhile, patch: undefined };
      return { ...rest, changes: { ...changes, patch: undefined, meanwhile } };
    }
    default:
      return record;
  }
}

function feedMessage(message: ConversationMessage): FedMessage {
  const { length } = message.content;
  return length <= FED_CHARACTERS ? message : { ...message, content: beginningOf(message.content), length };
}

// Does not cut a surrogate pair.
function beginningOf(text: string): string {
  const end = FED_CHARACTERS - (/[\ud800-\udbff]/.test(text[FED_CHARACTERS - 1] ?? '') ? 1 : 0);
  return text.slice(0, end);
}
