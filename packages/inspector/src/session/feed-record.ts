import type { ConversationMessage, SessionRecord, TrailEntry, WorkTreeChanges } from '@ctx/contract';
import {
  FED_CHARACTERS,
  FED_STEP_CHARACTERS,
  FED_STEPS,
  type FedMessage,
  type FedRecord,
  type FedStep,
} from '../protocol/session-feed.ts';

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
      const { trail, changes, ...rest } = record;
      return {
        ...rest,
        ...(trail === undefined
          ? {}
          : { steps: { first: trail.slice(0, FED_STEPS).map(feedStep), count: trail.length } }),
        ...(changes === undefined ? {} : { changes: withoutPatches(changes) }),
      };
    }
    default:
      return record;
  }
}

function withoutPatches(changes: WorkTreeChanges): WorkTreeChanges {
  const meanwhile = changes.meanwhile && { ...changes.meanwhile, patch: undefined };
  return { ...changes, patch: undefined, meanwhile };
}

function feedStep({ tool, line, ended }: TrailEntry): FedStep {
  return { tool: beginningOf(tool, FED_STEP_CHARACTERS), line: beginningOf(line, FED_STEP_CHARACTERS), ended };
}

function feedMessage(message: ConversationMessage): FedMessage {
  const { length } = message.content;
  return length <= FED_CHARACTERS
    ? message
    : { ...message, content: beginningOf(message.content, FED_CHARACTERS), length };
}

// Does not cut a surrogate pair.
function beginningOf(text: string, characters: number): string {
  const end = characters - (/[\ud800-\udbff]/.test(text[characters - 1] ?? '') ? 1 : 0);
  return text.slice(0, end);
}
