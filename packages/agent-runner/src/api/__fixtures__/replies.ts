/** A part of an answer. `args` as text is sent unchanged, even if it is not JSON. */
export type ReplyChunk =
  | { text: string }
  | { thought: string }
  | { call: { id?: string; name: string; args?: Record<string, unknown> | string; signature?: string } }
  | { raw: unknown };

/** Token counts at the end of a reply. */
export interface ReplyUsage {
  input: number;
  cached?: number;
  output: number;
  reasoning?: number;
}

/** How the stream ends: completely; or without its last event, by hanging, a broken connection or a normal close. */
export type Ending = 'end' | 'hang' | 'drop' | 'close';

/** An answer, streamed. */
export interface AnswerReply {
  chunks: ReplyChunk[];
  usage?: ReplyUsage;
  finish?: string;
  ending?: Ending;
}

/** An HTTP error. */
export interface ErrorReply {
  status: number;
  message: string;
  headers?: Record<string, string>;
  details?: unknown[];
}

/** The server's reply to one request. */
export type Reply = AnswerReply | ErrorReply;

/** An answer of these texts. */
export const says = (...texts: string[]): AnswerReply => ({ chunks: texts.map((text) => ({ text })) });

const wholeText = ({ chunks }: AnswerReply): string =>
  chunks.map((chunk) => ('text' in chunk ? chunk.text : '')).join('');

/** The text of a reply as one answer in Gemini's form, for a request that does not stream. */
export function geminiAnswer(reply: AnswerReply): unknown {
  return { candidates: [{ content: { role: 'model', parts: [{ text: wholeText(reply) }] }, finishReason: 'STOP' }] };
}

/** The text of a reply as one answer in OpenAI's form, for a request that does not stream. */
export function openaiAnswer(reply: AnswerReply): unknown {
  const message = { role: 'assistant', content: wholeText(reply) };
  return { id: 'c', object: 'chat.completion', choices: [{ index: 0, message, finish_reason: 'stop' }] };
}

/** The events of a reply in Gemini's form. */
export function geminiEvents({ chunks, usage, finish }: AnswerReply): unknown[] {
  const events: unknown[] = chunks.map((chunk) =>
    'raw' in chunk ? chunk.raw : { candidates: [{ index: 0, content: { role: 'model', parts: [geminiPart(chunk)] } }] },
  );
  const usageMetadata = usage && {
    promptTokenCount: usage.input,
    candidatesTokenCount: usage.output,
    ...(usage.cached === undefined ? {} : { cachedContentTokenCount: usage.cached }),
    ...(usage.reasoning === undefined ? {} : { thoughtsTokenCount: usage.reasoning }),
  };
  events.push({
    candidates: [{ index: 0, content: { role: 'model', parts: [{ text: '' }] }, finishReason: finish ?? 'STOP' }],
    ...(usageMetadata && { usageMetadata }),
  });
  return events;
}

function geminiPart(chunk: Exclude<ReplyChunk, { raw: unknown }>): unknown {
  if ('text' in chunk) return { text: chunk.text };
  if ('thought' in chunk) return { text: chunk.thought, thought: true };
  const { id, name, args, signature } = chunk.call;
  return {
    functionCall: { ...(id && { id }), name, args: args ?? {} },
    ...(signature && { thoughtSignature: signature }),
  };
}

/** The events of a reply in OpenAI's form. Arguments come in pieces, as the real service sends them. */
export function openaiEvents({ chunks, usage, finish }: AnswerReply, model: string): unknown[] {
  const chunkOf = (delta: unknown, finish_reason: string | null = null) => ({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 0,
    model,
    choices: [{ index: 0, delta, finish_reason }],
  });
  let calls = 0;
  const events = chunks.flatMap((chunk): unknown[] => {
    if ('raw' in chunk) return [chunk.raw];
    if ('text' in chunk) return [chunkOf({ content: chunk.text })];
    if ('thought' in chunk) return [chunkOf({ reasoning_content: chunk.thought })];
    const index = calls++;
    const { id = `srv_${index}`, name, args = {} } = chunk.call;
    const json = typeof args === 'string' ? args : JSON.stringify(args);
    const middle = Math.ceil(json.length / 2);
    const part = (text: string) => chunkOf({ tool_calls: [{ index, function: { arguments: text } }] });
    return [
      chunkOf({ role: 'assistant', tool_calls: [{ index, id, type: 'function', function: { name, arguments: '' } }] }),
      part(json.slice(0, middle)),
      part(json.slice(middle)),
    ];
  });
  events.push(chunkOf({}, finish ?? (calls > 0 ? 'tool_calls' : 'stop')));
  if (usage) {
    events.push({
      ...chunkOf({}),
      choices: [],
      usage: {
        prompt_tokens: usage.input,
        completion_tokens: usage.output,
        total_tokens: usage.input + usage.output,
        ...(usage.cached === undefined ? {} : { prompt_tokens_details: { cached_tokens: usage.cached } }),
        ...(usage.reasoning === undefined ? {} : { completion_tokens_details: { reasoning_tokens: usage.reasoning } }),
      },
    });
  }
  return events;
}
