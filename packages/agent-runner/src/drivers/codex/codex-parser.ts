import type { AgentEvent, AgentFailure, ProcessExit, TurnInput, TurnParser } from '@ctx/contract';
import { isBlank } from '@ctx/model-context';
import { stripEscapes } from '../../read/escape-stripper.ts';
import { EMPTY_ANSWER, noise, notice } from '../driver-events.ts';
import { asObject, asText, type JsonObject } from '../json-fields.ts';
import { type StreamFacts, turnFailure, turnResult } from '../parsed-result.ts';
import { lostById, lostByStderr } from './codex-session.ts';
import { createCodexTools, isCodexTool } from './codex-tools.ts';
import { codexUsage } from './codex-usage.ts';

// Only this folder knows the names in the stream of `codex exec --json`.

/** Reads the stream of one turn of Codex. */
export function createCodexParser(input: TurnInput): TurnParser {
  const tools = createCodexTools();
  let sessionId: string | undefined;
  let answer = '';
  let unfinishedAnswer: string | undefined;
  let lastError: string | undefined;
  let outcome: 'completed' | 'failed' | undefined;
  let lost: AgentFailure | undefined;
  let facts: StreamFacts = {};

  const readItem = (line: JsonObject, isDone: boolean): AgentEvent[] => {
    const item = asObject(line['item']);
    if (item === undefined) return [{ type: 'raw', data: line }];
    const type = asText(item['type']);
    if (isCodexTool(type)) return line['type'] === 'item.updated' ? [] : tools.read(item, isDone);
    switch (type) {
      case 'agent_message': {
        const text = stripEscapes(asText(item['text']));
        unfinishedAnswer = isDone ? undefined : text;
        if (!isDone) return [];
        answer = text;
        return text === '' ? [] : [{ type: 'text', text }];
      }
      case 'reasoning':
        return isDone && item['text'] ? [{ type: 'reasoning', text: asText(item['text']) }] : [];
      case 'error':
        return readError(item);
      default:
        return [{ type: 'raw', data: line }];
    }
  };

  const readObject = (line: JsonObject): AgentEvent[] => {
    // Another thread than the one to resume does not know the history, so its output is ignored.
    if (lost !== undefined) return [];
    switch (line['type']) {
      case 'thread.started':
        sessionId = asText(line['thread_id']) || undefined;
        lost ??= lostById(input, sessionId);
        return sessionId === undefined || lost !== undefined ? [] : [{ type: 'session-start', sessionId }];
      case 'turn.started':
        return [];
      case 'item.started':
      case 'item.updated':
        return readItem(line, false);
      case 'item.completed':
        return readItem(line, true);
      case 'error':
        lastError = asText(line['message']) || lastError;
        return readError(line);
      case 'turn.completed': {
        outcome = 'completed';
        facts = codexUsage(line, input.resume);
        const events: AgentEvent[] = isBlank(answer) ? [EMPTY_ANSWER] : [];
        return facts.usage === undefined ? events : [...events, { type: 'usage', usage: facts.usage }];
      }
      case 'turn.failed':
        outcome = 'failed';
        lastError = asText(asObject(line['error'])?.['message']) || lastError;
        return [];
      default:
        return [{ type: 'raw', data: line }];
    }
  };

  return {
    get ended() {
      return outcome !== undefined || lost !== undefined;
    },
    json: readObject,
    text: noise,
    finish(exit: ProcessExit) {
      const all = { ...facts, sessionId };
      lost ??= sessionId === undefined ? lostByStderr(input, exit.stderr) : undefined;
      if (lost !== undefined) return turnResult('failed', '', { sessionId }, lost);
      if (outcome === 'completed') return turnResult('completed', answer, all);
      const partialAnswer = unfinishedAnswer ?? answer;
      const message = lastError ?? (outcome === 'failed' ? 'codex reported that the turn failed.' : undefined);
      const failure = turnFailure('codex', exit, { status: statusIn(message), message });
      return turnResult('failed', partialAnswer, all, failure);
    },
  };
}

function readError(source: JsonObject): AgentEvent[] {
  const message = asText(source['message']);
  if (message === '') return [];
  const isRetry = /^(?:reconnecting|retrying)\b/i.test(message);
  return [notice(isRetry ? 'retry' : 'warning', message)];
}

function statusIn(message: string | undefined): number | undefined {
  const match = /\bstatus"?:? ?(\d{3})\b/i.exec(message ?? '');
  return match === null ? undefined : Number(match[1]);
}
