import type { AgentEvent, ProcessExit, TurnParser, Usage } from '@ctx/contract';
import { isBlank } from '@ctx/model-context';
import { createEscapeStripper } from '../../read/escape-stripper.ts';
import { EMPTY_ANSWER, noise, notice } from '../driver-events.ts';
import { asCount, asObject, asText, type JsonObject } from '../json-fields.ts';
import { type StreamFacts, tooLongFailure, turnFailure, turnResult } from '../parsed-result.ts';
import { knownUsage } from '../turn-usage.ts';
import { createReplayDetector } from './replay-detector.ts';

// Only this folder knows the names in Gemini CLI's stream-json.

/** Exit code of Gemini CLI when nobody is signed in. */
const EXIT_NOT_SIGNED_IN = 41;

/** Gemini CLI tells its retries only on stderr: `Attempt 2 failed with status 429. Retrying with backoff... ApiError: …` */
const RETRY = /^Attempt \d+ failed\b[^.]{0,100}\. Retrying\b/;

/** Reads the stream of one turn of Gemini CLI. */
export function createGeminiParser(): TurnParser {
  const answer = createReplayDetector();
  let stripper = createEscapeStripper();
  let sessionId: string | undefined;
  let lastError: string | undefined;
  /** `undefined` until the turn has ended. */
  let isSuccess: boolean | undefined;
  let facts: StreamFacts = {};

  const readMessage = (line: JsonObject): AgentEvent[] => {
    // All other messages are the echoed prompt.
    if (line['role'] !== 'assistant') return [];
    const text = stripper.push(asText(line['content']));
    if (text === '') return [];
    if (line['delta'] !== true && text === answer.text()) return [];
    const isNewStart = answer.add(text, line['timestamp']);
    const event: AgentEvent = { type: line['delta'] === true ? 'text-delta' : 'text', text };
    return isNewStart ? [notice('restart', 'The CLI retried; the answer starts again.'), event] : [event];
  };

  const startNextPart = (): void => {
    answer.reset();
    stripper = createEscapeStripper();
  };

  const readResult = (line: JsonObject): AgentEvent[] => {
    // Old versions have no `status`.
    isSuccess = line['status'] === undefined ? line['success'] === true : line['status'] === 'success';
    lastError = asText(asObject(line['error'])?.['message']) || lastError;
    const usage = geminiUsage(line);
    facts = { usage };
    const events: AgentEvent[] = isSuccess && isBlank(answer.text()) ? [EMPTY_ANSWER] : [];
    return usage === undefined ? events : [...events, { type: 'usage', usage }];
  };

  const readObject = (line: JsonObject): AgentEvent[] => {
    switch (line['type']) {
      case 'message':
        return readMessage(line);
      case 'init': {
        sessionId = asText(line['session_id']) || undefined;
        const model = asText(line['model']);
        return sessionId === undefined ? [] : [{ type: 'session-start', sessionId, ...(model ? { model } : {}) }];
      }
      case 'tool_use': {
        startNextPart();
        const [id, name] = [asText(line['tool_id']), asText(line['tool_name'])];
        if (id === '' || name === '') return [{ type: 'raw', data: line }];
        return [{ type: 'tool-call', id, name, input: line['parameters'] ?? {} }];
      }
      case 'tool_result':
        startNextPart();
        return readToolResult(line);
      case 'error':
        lastError = asText(line['message']) || lastError;
        return [notice('warning', asText(line['message']) || 'The CLI reported an error.')];
      case 'result':
        return readResult(line);
      default:
        return [{ type: 'raw', data: line }];
    }
  };

  return {
    get ended() {
      return isSuccess !== undefined;
    },
    json: readObject,
    text: noise,
    stderr(line) {
      const retry = RETRY.exec(line)?.[0];
      return retry === undefined ? [] : [notice('retry', `${retry}.`)];
    },
    finish(exit: ProcessExit) {
      const all = { ...facts, sessionId };
      if (isSuccess && answer.overflowed) return turnResult('failed', answer.text(), all, tooLongFailure('gemini'));
      if (isSuccess) return turnResult('completed', answer.text(), all);
      answer.breakOff();
      const failure = turnFailure('gemini', exit, { status: statusOf(exit), message: lastError });
      return turnResult('failed', answer.text(), all, failure);
    },
  };
}

function readToolResult(line: JsonObject): AgentEvent[] {
  const error = asObject(line['error']);
  const isError = asText(line['status']) !== 'success';
  const message = asText(error?.['message']);
  const output = typeof line['output'] === 'string' ? line['output'] : message;
  const events: AgentEvent[] = [{ type: 'tool-result', id: asText(line['tool_id']), output, isError }];
  if (isError && /denied|policy|permission|not_allowed/i.test(asText(error?.['type']))) {
    events.unshift(notice('permission-denied', message || output));
  }
  return events;
}

/**
 * The CLI exits with the HTTP status of the failed request modulo 256. Its other exit codes are smaller, so that they give
 * no status of a failure.
 */
function statusOf({ exitCode }: ProcessExit): number {
  return exitCode === EXIT_NOT_SIGNED_IN ? 401 : (exitCode ?? 0) + 256;
}

function geminiUsage(line: JsonObject): Usage | undefined {
  const stats = asObject(line['stats']);
  return knownUsage({
    inputTokens: asCount(stats?.['input_tokens']),
    cachedInputTokens: asCount(stats?.['cached']),
    outputTokens: asCount(stats?.['output_tokens']),
  });
}
