import type { AgentEvent, ProcessExit, TurnInput, TurnParser } from '@ctx/contract';
import { stripEscapes } from '../../read/escape-stripper.ts';
import { classifyFailure } from '../../result/classify-failure.ts';
import { EMPTY_ANSWER, noise, notice } from '../driver-events.ts';
import { asArray, asNumber, asObject, asText, type JsonObject } from '../json-fields.ts';
import { incompleteFailure, type StreamFacts, turnResult } from '../parsed-result.ts';
import { codexUsage } from './codex-usage.ts';

// The only file that knows the names in the stream of `codex exec --json`.

/** Item types that are tools: what is called, with what, and what came of it. */
const TOOLS: Readonly<Record<string, (item: JsonObject) => { name: string; input: unknown; output: string }>> = {
  command_execution: (item) => ({
    name: 'command_execution',
    input: { command: item['command'] },
    output: asText(item['aggregated_output']),
  }),
  file_change: (item) => ({
    name: 'file_change',
    input: { changes: item['changes'] },
    output: asArray(item['changes'])
      .map((change) => `${asText(asObject(change)?.['kind'])} ${asText(asObject(change)?.['path'])}`)
      .join('\n'),
  }),
  mcp_tool_call: (item) => ({
    name: [item['server'], item['tool']].map(asText).filter(Boolean).join('.') || 'mcp_tool_call',
    input: item['arguments'] ?? {},
    output: asText(asObject(item['error'])?.['message']) || mcpOutput(item['result']),
  }),
  web_search: (item) => ({ name: 'web_search', input: { query: item['query'] }, output: '' }),
};

/** Reads the stream of one turn of Codex. */
export function createCodexParser(input: TurnInput): TurnParser {
  const openTools = new Set<string>();
  let sessionId: string | undefined;
  let answer = '';
  let unfinishedAnswer: string | undefined;
  let lastError: string | undefined;
  let outcome: 'completed' | 'failed' | undefined;
  let facts: StreamFacts = {};

  const readTool = (item: JsonObject, isDone: boolean): AgentEvent[] => {
    const id = asText(item['id']);
    // Without an id call and result cannot be paired.
    if (id === '') return [{ type: 'raw', data: item }];
    const { name, input: toolInput, output } = TOOLS[asText(item['type'])]!(item);
    const events: AgentEvent[] = [];
    if (!openTools.has(id)) events.push({ type: 'tool-call', id, name, input: toolInput });
    openTools.add(id);
    if (!isDone) return events;
    openTools.delete(id);
    const exitCode = asNumber(item['exit_code']) ?? 0;
    const status = asText(item['status']);
    if (status === 'declined') events.push(notice('permission-denied', `${name} was declined`));
    const isError = status === 'failed' || status === 'declined' || exitCode !== 0;
    events.push({ type: 'tool-result', id, name, output, isError });
    return events;
  };

  const readItem = (line: JsonObject, isDone: boolean): AgentEvent[] => {
    const item = asObject(line['item']);
    if (item === undefined) return [{ type: 'raw', data: line }];
    const type = asText(item['type']);
    if (Object.hasOwn(TOOLS, type)) return line['type'] === 'item.updated' ? [] : readTool(item, isDone);
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

  const readError = (source: JsonObject): AgentEvent[] => {
    const message = asText(source['message']);
    return message === '' ? [] : [notice(/^(?:reconnecting|retrying)\b/i.test(message) ? 'retry' : 'warning', message)];
  };

  const readObject = (line: JsonObject): AgentEvent[] => {
    switch (line['type']) {
      case 'thread.started':
        sessionId = asText(line['thread_id']) || undefined;
        return sessionId === undefined ? [] : [{ type: 'session-start', sessionId }];
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
        const events: AgentEvent[] = answer.trim() === '' ? [EMPTY_ANSWER] : [];
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
      return outcome !== undefined;
    },
    json: readObject,
    text: noise,
    finish(exit: ProcessExit) {
      const all = { ...facts, sessionId };
      if (outcome === 'completed') return turnResult('completed', answer, all);
      const partialAnswer = unfinishedAnswer ?? answer;
      const status = statusIn(lastError);
      if (outcome === undefined) {
        return turnResult('failed', partialAnswer, all, incompleteFailure('codex', exit, { status, words: lastError }));
      }
      const message = lastError ?? 'codex reported that the turn failed';
      return turnResult('failed', partialAnswer, all, classifyFailure({ message, status, stderr: exit.stderr }));
    },
  };
}

function statusIn(message: string | undefined): number | undefined {
  const match = /\bstatus"?:? ?(\d{3})\b/i.exec(message ?? '');
  return match === null ? undefined : Number(match[1]);
}

function mcpOutput(result: unknown): string {
  if (typeof result === 'string') return result;
  const texts = asArray(asObject(result)?.['content']).flatMap((item) => asObject(item)?.['text'] ?? []);
  if (texts.length > 0) return texts.join('\n');
  return result === undefined || result === null ? '' : JSON.stringify(result);
}
