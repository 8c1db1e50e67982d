import type { AgentEvent, AgentFailure, ProcessExit, TurnInput, TurnParser } from '@ctx/contract';
import { stripEscapes } from '../../read/escape-stripper.ts';
import { classifyFailure } from '../../result/classify-failure.ts';
import { EMPTY_ANSWER, noise } from '../driver-events.ts';
import { asArray, asNumber, asText, type JsonObject } from '../json-fields.ts';
import { incompleteFailure, type StreamFacts, turnResult } from '../parsed-result.ts';
import { createClaudeMessages } from './claude-messages.ts';
import { createClaudeNotices } from './claude-notices.ts';
import { claudeCost, claudeUsage } from './claude-usage.ts';

// Only this folder knows the names in Claude Code's stream-json.

/** Reads the stream of one turn of Claude Code. */
export function createClaudeParser(input: TurnInput): TurnParser {
  const messages = createClaudeMessages();
  const notices = createClaudeNotices();
  let sessionId: string | undefined;
  let outcome: { readonly failure?: AgentFailure; readonly text: string } | undefined;
  let facts: StreamFacts = {};

  const startSession = (line: JsonObject): AgentEvent[] => {
    const id = asText(line['session_id']);
    if (id === '' || id === sessionId) return [];
    sessionId = id;
    const model = asText(line['model']);
    return [{ type: 'session-start', sessionId: id, ...(model === '' ? {} : { model }) }];
  };

  const readSystem = (line: JsonObject): AgentEvent[] => {
    switch (line['subtype']) {
      case 'init':
        return startSession(line);
      case 'api_retry':
        return [notices.readRetry(line)];
      case 'permission_denied':
        return [notices.readDenial(line)];
      default:
        return [{ type: 'raw', data: line }];
    }
  };

  const readResult = (line: JsonObject): AgentEvent[] => {
    const events = [...(sessionId === undefined ? startSession(line) : []), ...notices.readDenials(line)];
    sessionId = asText(line['session_id']) || sessionId;
    const usage = claudeUsage(line);
    facts = { usage, ...claudeCost(line, usage, input.resume) };
    const text = typeof line['result'] === 'string' ? stripEscapes(line['result']) : messages.answer();
    const saysError = line['is_error'] ?? asText(line['subtype']).startsWith('error');
    // Words of the CLI itself are never an answer, whatever the flag says.
    const { status, words } = messages.ownError();
    const isOwn = words !== undefined && line['result'] === words && text !== '';
    if (saysError === true || isOwn) {
      outcome = { text: messages.answer(), failure: notices.withRetryTime(resultFailure(line, status)) };
    } else {
      outcome = { text };
      if (text.trim() === '') events.push(EMPTY_ANSWER);
    }
    if (usage !== undefined) events.push({ type: 'usage', usage });
    return events;
  };

  const readObject = (line: JsonObject): AgentEvent[] => {
    switch (line['type']) {
      case 'stream_event':
        return messages.readStreamEvent(line);
      case 'assistant':
        return messages.readAssistant(line);
      case 'user':
        return messages.readUser(line);
      case 'system':
        return readSystem(line);
      case 'result':
        return readResult(line);
      case 'rate_limit_event':
        return notices.readRateLimit(line);
      default:
        return [{ type: 'raw', data: line }];
    }
  };

  return {
    get ended() {
      return outcome !== undefined;
    },
    json: readObject,
    text: noise,
    finish(exit: ProcessExit) {
      const all = { ...facts, sessionId };
      if (outcome === undefined) {
        return turnResult('failed', messages.answer(), all, incompleteFailure('claude', exit, messages.ownError()));
      }
      const { failure, text } = outcome;
      if (failure === undefined) return turnResult('completed', text, all);
      return turnResult('failed', text, all, exit.stderr === '' ? failure : { ...failure, stderr: exit.stderr });
    },
  };
}

function resultFailure(line: JsonObject, lastStatus: number | undefined): AgentFailure {
  const words = asText(line['result']) || asArray(line['errors']).map(asText).join('; ');
  const message = words || `claude ended its turn with ${asText(line['subtype']) || 'an error'}`;
  return classifyFailure({ message, status: asNumber(line['api_error_status']) ?? lastStatus });
}
