import type { Part } from '../content.ts';
import { isNonBlank } from '../content-validity.ts';
import { parametersOf } from '../tools/tool-definition.ts';
import { openaiName } from './accepted-name.ts';
import { partText, responseJson } from './media-placeholder.ts';
import { prepareRequest } from './prepare-request.ts';
import type { RequestOptions } from './request-options.ts';
import { toJson } from './to-json.ts';
import { callText, resultText } from './tool-text.ts';
import type { CallsTurn, MessageTurn } from './turn.ts';

/** A call in an assistant message. */
export interface OpenAIToolCall {
  id: string;
  type: 'function';
  /** `arguments` is JSON. */
  function: { name: string; arguments: string };
}

/** A message of the model. */
export interface OpenAIAssistantMessage {
  role: 'assistant';
  content: string | null;
  tool_calls?: OpenAIToolCall[];
  /** The model's thinking before its calls. Not one of OpenAI's own fields. */
  reasoning_content?: string;
}

/** A message of OpenAI's chat format, with the fields that this package writes. */
export type OpenAIMessage =
  | { role: 'system'; content: string }
  | { role: 'user'; content: string }
  | OpenAIAssistantMessage
  | { role: 'tool'; tool_call_id: string; content: string };

/** A tool declaration for OpenAI. */
export interface OpenAITool {
  type: 'function';
  function: { name: string; description: string; parameters: Record<string, unknown> };
}

/** Parameters of `chat.completions.create` of `openai`. */
export interface OpenAIRequest {
  model: string;
  messages: OpenAIMessage[];
  tools?: OpenAITool[];
}

/** OpenAI refuses longer ids. */
const MAX_ID_LENGTH = 40;

/**
 * A request for any service that speaks OpenAI's chat format. With `textTools`, the system message also explains the
 * tools, after the system instruction, and calls and results are text.
 * @throws TypeError for tool names that services refuse, and unless exactly one of `history` and `contents` is given.
 */
export function toOpenAIRequest(options: RequestOptions): OpenAIRequest {
  const { turns, systemInstruction, guidance } = prepareRequest(options, (id) => id.length <= MAX_ID_LENGTH);
  const system = [systemInstruction, guidance].filter((text) => text !== undefined).join('\n\n');
  const messages: OpenAIMessage[] = system === '' ? [] : [{ role: 'system', content: system }];
  const reasoning = reasoningRule(options);
  for (const turn of turns) {
    if (turn.kind === 'message') addMessage(messages, turn);
    else {
      const calls = options.textTools === true ? textCalls(turn) : nativeCalls(turn, reasoning);
      for (const message of calls) messages.push(message);
    }
  }

  const request: OpenAIRequest = { model: options.model, messages };
  if (options.textTools !== true && options.tools?.length) {
    request.tools = options.tools.map((tool) => ({
      type: 'function',
      function: { name: tool.name, description: tool.description ?? '', parameters: parametersOf(tool) },
    }));
  }
  return request;
}

/** Which calls have a `reasoning_content`: all of them, those with recorded thoughts, or none. */
type ReasoningRule = 'always' | 'where-known' | 'never';

/** DeepSeek answers 400 to a call without the field, OpenAI and Mistral to one with it. Others use it or ignore it. */
function reasoningRule({ model, reasoningContent }: RequestOptions): ReasoningRule {
  if (/deepseek/i.test(model)) return 'always';
  const name = model.slice(model.lastIndexOf('/') + 1);
  const isRefused = /^(?:gpt-[345]|chatgpt|o\d|\w*stral)/i.test(name);
  return (reasoningContent ?? !isRefused) ? 'where-known' : 'never';
}

/** Adds a message, or extends the assistant's last one: many models' chat templates want the roles to alternate. */
function addMessage(messages: OpenAIMessage[], turn: MessageTurn): void {
  if (turn.role === 'user') {
    messages.push(userMessage(turn.parts));
    return;
  }
  // The first turn is the user's, so there is a message before this one.
  const last = messages.at(-1)!;
  const content = turn.parts.map(partText).join('');
  if (last.role === 'assistant') last.content = `${last.content}${content}`;
  else messages.push({ role: 'assistant', content });
}

function userMessage(parts: readonly Part[]): OpenAIMessage {
  return { role: 'user', content: parts.map(partText).filter(Boolean).join('\n') };
}

function nativeCalls(turn: CallsTurn, reasoning: ReasoningRule): OpenAIMessage[] {
  const content = turn.parts
    .filter((part) => !part.functionCall)
    .map(partText)
    .join('');
  const said: OpenAIAssistantMessage = {
    role: 'assistant',
    content: isNonBlank(content) ? content : null,
    tool_calls: turn.calls.map((call) => ({
      id: call.id,
      type: 'function',
      function: { name: openaiName(call.name), arguments: toJson(call.args) },
    })),
  };
  const isIncluded = reasoning === 'always' || (reasoning === 'where-known' && isNonBlank(turn.reasoning));
  if (isIncluded) said.reasoning_content = turn.reasoning;
  const results = turn.calls.map(
    (call): OpenAIMessage => ({
      role: 'tool',
      tool_call_id: call.id,
      content: responseJson(call.response, call.media),
    }),
  );
  return [said, ...results, ...afterResults(turn)];
}

function textCalls(turn: CallsTurn): OpenAIMessage[] {
  const calls = new Map(turn.calls.map((call) => [call.part, call]));
  const pieces = turn.parts.map((part, index) => {
    const call = calls.get(part);
    return call === undefined ? partText(part) : `${index === 0 ? '' : '\n'}${callText(call.name, call.args)}`;
  });
  const results = turn.calls
    .map((call) => [resultText(call.name, call.response), ...call.media.map(partText)].join('\n'))
    .join('\n\n');
  return [{ role: 'assistant', content: pieces.join('') }, { role: 'user', content: results }, ...afterResults(turn)];
}

function afterResults(turn: CallsTurn): OpenAIMessage[] {
  if (turn.after.length === 0) return [];
  return [userMessage(turn.after)];
}
