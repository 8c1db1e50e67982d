import type { AgentEvent, AgentFailure, ProcessExit, TurnInput, TurnParser } from '@ctx/contract';
import { stripEscapes } from '../../read/escape-stripper.ts';
import { classifyFailure } from '../../result/classify-failure.ts';
import { EMPTY_ANSWER, noise, notice } from '../driver-events.ts';
import { asArray, asNumber, asObject, asText, type JsonObject } from '../json-fields.ts';
import { incompleteFailure, type StreamFacts, turnResult } from '../parsed-result.ts';
import { claudeCost, claudeUsage } from './claude-usage.ts';
import { createStreamedBlocks } from './streamed-blocks.ts';

// The only file that knows the names in Claude Code's stream-json.

const RESTARTED = notice('restart', 'The answer was started anew; what was said before it is void');

/** Reads the stream of one turn of Claude Code. */
export function createClaudeParser(input: TurnInput): TurnParser {
  const blocks = createStreamedBlocks();
  const deniedToolIds = new Set<string>();
  let sessionId: string | undefined;
  let lastStatus: number | undefined;
  let limitResetsAtMs: number | undefined;
  let syntheticText: string | undefined;
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
        return [notice('retry', describeRetry(line))];
      case 'permission_denied':
        deniedToolIds.add(asText(line['tool_use_id']));
        return [notice('permission-denied', `${asText(line['tool_name'])}: ${asText(line['message'])}`)];
      default:
        return [{ type: 'raw', data: line }];
    }
  };

  const readRateLimit = (line: JsonObject): AgentEvent[] => {
    const info = asObject(line['rate_limit_info']);
    const resetsAt = asNumber(info?.['resetsAt']);
    if (info?.['status'] !== 'rejected' || resetsAt === undefined) return [{ type: 'raw', data: line }];
    limitResetsAtMs = resetsAt * 1_000;
    return [notice('warning', `A usage limit was reached; it ends at ${isoTime(limitResetsAtMs)}`)];
  };

  const readStreamEvent = (line: JsonObject): AgentEvent[] => {
    const event = asObject(line['event']);
    // A sub-agent's words are not this agent's answer.
    if (event === undefined || isSubAgent(line)) return [];
    switch (event['type']) {
      case 'message_start': {
        const wasAbandoned = blocks.startMessage(asText(asObject(event['message'])?.['id']));
        return wasAbandoned ? [RESTARTED] : [];
      }
      case 'content_block_start':
        blocks.startBlock(asText(asObject(event['content_block'])?.['type']));
        return [];
      case 'content_block_delta': {
        const delta = asObject(event['delta']);
        if (delta?.['type'] === 'text_delta') {
          const text = blocks.addDelta(asText(delta['text']));
          return text === '' ? [] : [{ type: 'text-delta', text }];
        }
        const thought = delta?.['type'] === 'thinking_delta' ? blocks.addThinking(asText(delta['thinking'])) : '';
        return thought === '' ? [] : [{ type: 'reasoning', text: thought }];
      }
      default:
        return [];
    }
  };

  const readAssistant = (line: JsonObject): AgentEvent[] => {
    const message = asObject(line['message']);
    const content = asArray(message?.['content']);
    if (message?.['model'] === '<synthetic>' || line['is_api_error_message'] === true)
      return readSynthetic(line, content);
    const id = asText(message?.['id']);
    const events = !isSubAgent(line) && blocks.abandonUnless(id) ? [RESTARTED] : [];
    for (const item of content) readContent(line, id, asObject(item), events);
    return events;
  };

  const readContent = (
    line: JsonObject,
    messageId: string,
    block: JsonObject | undefined,
    events: AgentEvent[],
  ): void => {
    switch (block?.['type']) {
      case 'text': {
        const text = isSubAgent(line) ? '' : blocks.finishText(messageId, asText(block['text']));
        if (text !== '') events.push({ type: 'text', text });
        return;
      }
      case 'thinking': {
        const text = isSubAgent(line) ? '' : blocks.finishThinking(messageId, asText(block['thinking']));
        if (text !== '') events.push({ type: 'reasoning', text });
        return;
      }
      case 'tool_use':
      case 'server_tool_use':
        events.push(toolCall(block));
        return;
      default:
        events.push(toolResult(block) ?? { type: 'raw', data: block });
    }
  };

  const readSynthetic = (line: JsonObject, content: readonly unknown[]): AgentEvent[] => {
    const text = content.map((item) => asText(asObject(item)?.['text'])).join('');
    lastStatus = asNumber(line['api_error_status']) ?? lastStatus;
    syntheticText = text;
    return text === '' ? [] : [notice('warning', text)];
  };

  const readUser = (line: JsonObject): AgentEvent[] => {
    const events: AgentEvent[] = [];
    for (const item of asArray(asObject(line['message'])?.['content'])) {
      const block = asObject(item);
      const result = toolResult(block);
      const text = asText(block?.['text']);
      // What is neither the CLI's own remark nor a tool's result is the prompt, echoed: it is never shown.
      const isRemark = line['isSynthetic'] === true || text.startsWith('[Request interrupted');
      if (result !== undefined) events.push(result);
      else if (isRemark && text !== '' && !isSubAgent(line)) events.push(notice('warning', text));
    }
    return events;
  };

  /** The result lists all denials again; not every one was told when it happened. */
  const readDenials = (line: JsonObject): AgentEvent[] =>
    asArray(line['permission_denials'])
      .map(asObject)
      .filter((denial) => denial !== undefined && !deniedToolIds.has(asText(denial['tool_use_id'])))
      .map((denial) => notice('permission-denied', `${asText(denial?.['tool_name'])} was not allowed`));

  const readResult = (line: JsonObject): AgentEvent[] => {
    const events = [...(sessionId === undefined ? startSession(line) : []), ...readDenials(line)];
    sessionId = asText(line['session_id']) || sessionId;
    const usage = claudeUsage(line);
    facts = { usage, ...claudeCost(line, usage, input.resume) };
    const text = typeof line['result'] === 'string' ? stripEscapes(line['result']) : blocks.answer();
    const saysError = line['is_error'] ?? asText(line['subtype']).startsWith('error');
    // Words of the CLI itself are never an answer, whatever the flag says.
    const isSynthetic = syntheticText !== undefined && line['result'] === syntheticText && text !== '';
    if (saysError === true || isSynthetic) {
      outcome = { text: blocks.answer(), failure: withRetryTime(resultFailure(line, lastStatus), limitResetsAtMs) };
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
        return readStreamEvent(line);
      case 'assistant':
        return readAssistant(line);
      case 'user':
        return readUser(line);
      case 'system':
        return readSystem(line);
      case 'result':
        return readResult(line);
      case 'rate_limit_event':
        return readRateLimit(line);
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
        return turnResult(
          'failed',
          blocks.answer(),
          all,
          incompleteFailure('claude', exit, { status: lastStatus, words: syntheticText }),
        );
      }
      const { failure, text } = outcome;
      if (failure === undefined) return turnResult('completed', text, all);
      return turnResult('failed', text, all, exit.stderr === '' ? failure : { ...failure, stderr: exit.stderr });
    },
  };
}

function isSubAgent(line: JsonObject): boolean {
  return typeof line['parent_tool_use_id'] === 'string';
}

function toolCall(block: JsonObject): AgentEvent {
  const [id, name] = [asText(block['id']), asText(block['name'])];
  if (id === '' || name === '') return { type: 'raw', data: block };
  return { type: 'tool-call', id, name, input: block['input'] ?? {} };
}

/** A tool's result, be it the user's or, for tools the service runs itself, in the assistant's own message. */
function toolResult(block: JsonObject | undefined): AgentEvent | undefined {
  const id = asText(block?.['tool_use_id']);
  if (block === undefined || id === '' || !asText(block['type']).endsWith('tool_result')) return undefined;
  return { type: 'tool-result', id, output: toolOutput(block['content']), isError: block['is_error'] === true };
}

function toolOutput(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return content === undefined || content === null ? '' : JSON.stringify(content);
  return content.map((item) => asObject(item)?.['text'] ?? `[${asText(asObject(item)?.['type'])}]`).join('\n');
}

function describeRetry(line: JsonObject): string {
  const attempt = asNumber(line['attempt']);
  const limit = asNumber(line['max_retries']);
  const delayMs = asNumber(line['retry_delay_ms']);
  const why = [line['error_status'], line['error']].filter(
    (part) => typeof part === 'string' || typeof part === 'number',
  );
  return [
    `The request failed${why.length === 0 ? '' : ` (${why.join(' ')})`}; retrying`,
    ...(attempt === undefined ? [] : [`attempt ${attempt}${limit === undefined ? '' : ` of ${limit}`}`]),
    ...(delayMs === undefined ? [] : [`in ${Math.round(delayMs) / 1000} s`]),
  ].join(', ');
}

function resultFailure(line: JsonObject, lastStatus: number | undefined): AgentFailure {
  const words = asText(line['result']) || asArray(line['errors']).map(asText).join('; ');
  const message = words || `claude ended its turn with ${asText(line['subtype']) || 'an error'}`;
  return classifyFailure({ message, status: asNumber(line['api_error_status']) ?? lastStatus });
}

function withRetryTime(failure: AgentFailure, resetsAtMs: number | undefined): AgentFailure {
  if (failure.code !== 'CTX_AGENT_RATE_LIMIT' || resetsAtMs === undefined) return failure;
  return { ...failure, retryAfterMs: Math.max(0, resetsAtMs - Date.now()) };
}

/** Never throws, as `toISOString` does on times out of range. */
function isoTime(ms: number): string {
  const time = new Date(ms);
  return Number.isNaN(time.getTime()) ? 'an unknown time' : time.toISOString();
}
