/** A message, as it is sent. */
export interface WireMessage {
  role?: string;
  content?: unknown;
  tool_calls?: { id?: string; type?: string; function?: { name?: string; arguments?: unknown } }[];
  tool_call_id?: string;
  reasoning_content?: unknown;
}

/** The checked fields of a request to `chat/completions`. */
export interface OpenAIBody {
  model?: string;
  messages?: WireMessage[];
  tools?: { type?: string; function?: { name?: string; parameters?: { type?: unknown } } }[];
  stream?: boolean;
  stream_options?: unknown;
}

const NAME = /^[a-zA-Z0-9_-]{1,64}$/;
const isWord = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

/** Why OpenAI, or a stricter server with its format, would refuse a request; `undefined` if it would accept it. */
export function openaiProblem(body: OpenAIBody): string | undefined {
  if (!isWord(body.model)) return 'you must provide a model parameter';
  const messages = body.messages ?? [];
  if (messages.length === 0) return "[] is too short - 'messages'";
  if (!messages.some((message) => message.role === 'user')) return 'no user message';
  if (body.stream_options !== undefined && body.stream !== true) return 'stream_options needs stream';
  return messagesProblem(messages) ?? reasoningProblem(body.model, messages) ?? toolsProblem(body);
}

function messagesProblem(messages: readonly WireMessage[]): string | undefined {
  const seen = new Set<string>();
  let open = new Set<string>();
  for (const [index, message] of messages.entries()) {
    const at = `messages[${index}]`;
    if (message.role === 'tool') {
      if (!open.delete(message.tool_call_id ?? '')) {
        return `${at}: role 'tool' must be a response to a preceding message with 'tool_calls'`;
      }
      if (!isWord(message.content)) return `${at}: tool content is empty`;
      continue;
    }
    if (open.size > 0) {
      return `${at}: an assistant message with 'tool_calls' must be followed by tool messages for ${[...open]}`;
    }
    const problem = messageProblem(message, index);
    if (problem !== undefined) return `${at}: ${problem}`;
    open = new Set(message.tool_calls?.map((call) => call.id!));
    for (const id of open) {
      if (seen.has(id)) return `${at}: tool call id ${id} was used before`;
      seen.add(id);
    }
    if (open.size !== (message.tool_calls?.length ?? 0)) return `${at}: tool call ids are not unique`;
  }
  return open.size > 0 ? `no tool messages for ${[...open]}` : undefined;
}

/** OpenAI refuses `reasoning_content`. DeepSeek requires it with every call of a reasoning model, and only there. */
function reasoningProblem(model: string, messages: readonly WireMessage[]): string | undefined {
  for (const { role, tool_calls, reasoning_content } of messages) {
    if (reasoning_content === undefined) {
      if (/deepseek/.test(model) && tool_calls) return 'Missing `reasoning_content` field in the assistant message';
    } else if (/^gpt/.test(model) || role !== 'assistant' || !tool_calls || typeof reasoning_content !== 'string') {
      return "Additional properties are not allowed ('reasoning_content' was unexpected)";
    }
  }
  return undefined;
}

function messageProblem(message: WireMessage, index: number): string | undefined {
  switch (message.role) {
    case 'system':
      if (index > 0) return 'the system message must be the first';
      return isWord(message.content) ? undefined : 'content is empty';
    case 'user':
      if (message.tool_calls) return 'tool_calls are not allowed here';
      return isWord(message.content) ? undefined : 'content is empty';
    case 'assistant':
      if (message.tool_calls === undefined) return isWord(message.content) ? undefined : 'content is empty';
      if (message.content !== null && !isWord(message.content)) return 'content is empty';
      return message.tool_calls.length === 0
        ? 'tool_calls is too short'
        : message.tool_calls.map(callProblem).find(Boolean);
    default:
      return `unknown role ${message.role}`;
  }
}

function callProblem(call: NonNullable<WireMessage['tool_calls']>[number]): string | undefined {
  if (!isWord(call.id) || call.id.length > 40) return `bad tool call id ${call.id}`;
  if (call.type !== 'function') return 'bad tool call type';
  if (!NAME.test(call.function?.name ?? '')) {
    return `function name ${JSON.stringify(call.function?.name)} does not match ${NAME.source}`;
  }
  try {
    const args: unknown = JSON.parse(call.function!.arguments as string);
    return typeof args === 'object' && args !== null && !Array.isArray(args)
      ? undefined
      : 'arguments are not an object';
  } catch {
    return 'arguments are not JSON';
  }
}

function toolsProblem(body: OpenAIBody): string | undefined {
  if (body.tools?.length === 0) return "[] is too short - 'tools'";
  for (const tool of body.tools ?? []) {
    if (tool.type !== 'function' || !NAME.test(tool.function?.name ?? '')) return `bad tool ${JSON.stringify(tool)}`;
    if (tool.function?.parameters?.type !== 'object') {
      return `${tool.function?.name}: parameters must be an object schema`;
    }
  }
  return undefined;
}
