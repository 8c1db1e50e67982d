import type { AgentEvent } from '@ctx/contract';
import { notice } from '../driver-events.ts';
import { asArray, asNumber, asObject, asText, type JsonObject } from '../json-fields.ts';
import { createLastRequest } from './last-request.ts';
import { createStreamedBlocks, type StreamedBlocks } from './streamed-blocks.ts';

/** Reads the lines of Claude Code that contain messages or parts of messages. */
export interface ClaudeMessages {
  readStreamEvent(line: JsonObject): AgentEvent[];
  readAssistant(line: JsonObject): AgentEvent[];
  readUser(line: JsonObject): AgentEvent[];
  /** The text of the newest message that has any. */
  answer(): string;
  /** Tokens in and out of the newest request. */
  contextTokens(): number | undefined;
  /** The newest error that the CLI itself reported in the form of a message. */
  cliError(): { readonly status?: number | undefined; readonly message?: string | undefined };
}

const RESTARTED = notice('restart', 'The answer starts again; ignore the text before.');

/** Creates a reader for one turn. */
export function createClaudeMessages(): ClaudeMessages {
  const blocks = createStreamedBlocks();
  const request = createLastRequest();
  let status: number | undefined;
  let errorMessage: string | undefined;

  const readStreamEvent = (line: JsonObject): AgentEvent[] => {
    const event = asObject(line['event']);
    // A sub-agent's text is not this agent's answer.
    if (event === undefined || isSubAgent(line)) return [];
    switch (event['type']) {
      case 'message_start': {
        const message = asObject(event['message']);
        request.note(message?.['usage']);
        const wasAbandoned = blocks.startMessage(asText(message?.['id']));
        return wasAbandoned ? [RESTARTED] : [];
      }
      case 'message_delta':
        request.note(event['usage']);
        return [];
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
    const isFromCli = message?.['model'] === '<synthetic>' || line['is_api_error_message'] === true;
    if (isFromCli) return readCliMessage(line, content);
    if (!isSubAgent(line)) request.note(message?.['usage']);
    const id = asText(message?.['id']);
    const events = !isSubAgent(line) && blocks.abandonUnless(id) ? [RESTARTED] : [];
    for (const item of content) readContent(blocks, line, id, asObject(item), events);
    return events;
  };

  const readCliMessage = (line: JsonObject, content: readonly unknown[]): AgentEvent[] => {
    const text = content.map((item) => asText(asObject(item)?.['text'])).join('');
    status = asNumber(line['api_error_status']) ?? status;
    errorMessage = text;
    return text === '' ? [] : [notice('warning', text)];
  };

  const readUser = (line: JsonObject): AgentEvent[] => {
    const events: AgentEvent[] = [];
    for (const item of asArray(asObject(line['message'])?.['content'])) {
      const block = asObject(item);
      const result = toolResult(block);
      const text = asText(block?.['text']);
      // Besides tool results and the CLI's own remarks there is only the echoed prompt, which is not shown.
      const isRemark = line['isSynthetic'] === true || text.startsWith('[Request interrupted');
      if (result !== undefined) events.push(result);
      else if (isRemark && text !== '' && !isSubAgent(line)) events.push(notice('warning', text));
    }
    return events;
  };

  return {
    readStreamEvent,
    readAssistant,
    readUser,
    answer: blocks.answer,
    contextTokens: request.tokens,
    cliError: () => ({ status, message: errorMessage }),
  };
}

/** Adds the events of a block of a complete message, without the text that its deltas have already delivered. */
function readContent(
  blocks: StreamedBlocks,
  line: JsonObject,
  messageId: string,
  block: JsonObject | undefined,
  events: AgentEvent[],
): void {
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
}

function isSubAgent(line: JsonObject): boolean {
  return typeof line['parent_tool_use_id'] === 'string';
}

function toolCall(block: JsonObject): AgentEvent {
  const [id, name] = [asText(block['id']), asText(block['name'])];
  if (id === '' || name === '') return { type: 'raw', data: block };
  return { type: 'tool-call', id, name, input: block['input'] ?? {} };
}

/** A tool result from a user message or, for tools that the service runs itself, from an assistant message. */
function toolResult(block: JsonObject = {}): AgentEvent | undefined {
  const id = asText(block['tool_use_id']);
  if (id === '' || !asText(block['type']).endsWith('tool_result')) return undefined;
  return { type: 'tool-result', id, output: toolOutput(block['content']), isError: block['is_error'] === true };
}

function toolOutput(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return content === undefined || content === null ? '' : JSON.stringify(content);
  return content.map((item) => asObject(item)?.['text'] ?? `[${asText(asObject(item)?.['type'])}]`).join('\n');
}
