import type { AgentEvent, AgentFailure, ProcessExit, TurnInput, TurnParser } from '@ctx/contract';
import { isBlank } from '@ctx/model-context';
import { stripEscapes } from '../../read/escape-stripper.ts';
import { classifyFailure } from '../../result/classify-failure.ts';
import { EMPTY_ANSWER, noise, notice } from '../driver-events.ts';
import { asArray, asNumber, asText, type JsonObject } from '../json-fields.ts';
import { type StreamFacts, turnFailure, turnResult } from '../parsed-result.ts';
import { createClaudeMessages } from './claude-messages.ts';
import { createClaudeNotices } from './claude-notices.ts';
import { lostById, lostByMessage } from './claude-session.ts';
import { claudeAmounts } from './claude-usage.ts';

// Only this folder knows the names in Claude Code's stream-json.

/** Reads the stream of one turn of Claude Code. */
export function createClaudeParser(input: TurnInput): TurnParser {
  const messages = createClaudeMessages();
  const notices = createClaudeNotices();
  let sessionId: string | undefined;
  let outcome: { readonly failure?: AgentFailure; readonly text: string } | undefined;
  let lost: AgentFailure | undefined;
  let wasCompacted = false;
  let facts: StreamFacts = {};

  const startSession = (line: JsonObject): AgentEvent[] => {
    const id = asText(line['session_id']);
    if (id === '' || id === sessionId) return [];
    sessionId = id;
    lost ??= lostById(input, id);
    if (lost !== undefined) return [];
    const model = asText(line['model']);
    return [{ type: 'session-start', sessionId: id, ...(model === '' ? {} : { model }) }];
  };

  const readSystem = (line: JsonObject): AgentEvent[] => {
    switch (line['subtype']) {
      case 'init':
        return startSession(line);
      case 'compact_boundary':
        wasCompacted = true;
        return [notice('compacted', 'The agent replaced its session by a summary.')];
      case 'api_retry':
        return [notices.readRetry(line)];
      case 'permission_denied':
        return [notices.readDenial(line)];
      default:
        return [{ type: 'raw', data: line }];
    }
  };

  const readResult = (line: JsonObject): AgentEvent[] => {
    // If the session to resume is missing, the result says so, under a new session id.
    if (line['is_error'] === true) lost ??= lostByMessage(input, messageOf(line));
    const events = [...(sessionId === undefined ? startSession(line) : []), ...notices.readDenials(line)];
    sessionId = asText(line['session_id']) || sessionId;
    facts = { ...claudeAmounts(line, input, wasCompacted), contextTokens: messages.contextTokens() };
    const { usage } = facts;
    const text = typeof line['result'] === 'string' ? stripEscapes(line['result']) : messages.answer();
    const saysError = line['is_error'] ?? asText(line['subtype']).startsWith('error');
    // An error message of the CLI itself is never an answer, even if `is_error` is false.
    const { status, message } = messages.cliError();
    const isCliError = message !== undefined && line['result'] === message && text !== '';
    if (saysError === true || isCliError) {
      outcome = { text: messages.answer(), failure: notices.withRetryTime(resultFailure(line, status)) };
    } else {
      outcome = { text };
      if (isBlank(text)) events.push(EMPTY_ANSWER);
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
      if (lost !== undefined) return turnResult('failed', '', { sessionId }, withStderr(lost, exit));
      if (outcome === undefined) {
        return turnResult('failed', messages.answer(), all, turnFailure('claude', exit, messages.cliError()));
      }
      const { failure, text } = outcome;
      if (failure === undefined) return turnResult('completed', text, all);
      return turnResult('failed', text, all, withStderr(failure, exit));
    },
  };
}

function withStderr(failure: AgentFailure, { stderr }: ProcessExit): AgentFailure {
  return stderr === '' ? failure : { ...failure, stderr };
}

function messageOf(line: JsonObject): string {
  return asText(line['result']) || asArray(line['errors']).map(asText).join('; ');
}

function resultFailure(line: JsonObject, lastStatus: number | undefined): AgentFailure {
  const message = messageOf(line) || `claude ended its turn with ${asText(line['subtype']) || 'an error'}.`;
  return classifyFailure({ message, status: asNumber(line['api_error_status']) ?? lastStatus });
}
