import type { AgentType, Usage } from '@ctx/contract';
import { type OpenAIRequest, toOpenAIRequest } from '@ctx/model-context';
import type { ApiDriverOptions } from './api-driver-options.ts';
import { AnswerError } from './api-failure.ts';
import { withoutMissing } from './api-usage.ts';
import type { AnswerPiece, ModelService } from './model-service.ts';
import { createToolCallAssembly, type ToolCallAssembly } from './tool-call-assembly.ts';

/** The fields of a call in a chunk that are read. */
export interface OpenAIToolCallDelta {
  readonly index?: number | null;
  readonly id?: string | null;
  readonly function?: OpenAIFunctionDelta | null;
}

/** The name and the arguments of a call. Servers send JSON, or now and then an object. */
interface OpenAIFunctionDelta {
  readonly name?: string | null;
  readonly arguments?: string | object | null;
}

/** Text of a chunk: a text, or, as Mistral sends it, a list of parts. */
type OpenAIText = string | readonly unknown[] | null;

/** The fields of a chunk of OpenAI's stream that are read. Servers use one of two names for the thinking. */
export interface OpenAIChunk {
  readonly choices?: readonly {
    readonly delta?: {
      readonly content?: OpenAIText;
      readonly refusal?: string | null;
      readonly reasoning_content?: string | null;
      readonly reasoning?: string | null;
      readonly tool_calls?: readonly OpenAIToolCallDelta[] | null;
      /** What `tool_calls` was called before; old servers still send it. */
      readonly function_call?: OpenAIFunctionDelta | null;
    };
    readonly finish_reason?: string | null;
  }[];
  /** Instead of everything else, where a server breaks off its answer. */
  readonly error?: unknown;
  readonly usage?: {
    readonly prompt_tokens?: number;
    readonly completion_tokens?: number;
    readonly prompt_tokens_details?: { readonly cached_tokens?: number } | null;
    readonly completion_tokens_details?: { readonly reasoning_tokens?: number } | null;
  } | null;
}

/** The fields of a part of `content` that are read. */
interface ContentPart {
  readonly text?: string;
  readonly refusal?: string;
  /** Mistral's thinking. */
  readonly thinking?: string | readonly { readonly text?: string }[];
}

/** Keeps the one legacy call of an answer apart from its other calls. */
const LEGACY_CALL = -1;

/** The part of an `OpenAI` client that is used. */
export interface OpenAIClient {
  readonly chat: {
    readonly completions: {
      create(
        body: OpenAIRequest & { stream: true; stream_options: { include_usage: boolean } },
        options?: { signal?: AbortSignal },
      ): PromiseLike<AsyncIterable<OpenAIChunk>>;
    };
  };
}

/** A service with OpenAI's chat format as a model service. */
export function createOpenAIService(
  { client, settings }: Pick<ApiDriverOptions<OpenAIClient>, 'client' | 'settings'>,
  agentType: AgentType,
): ModelService {
  // A server that streams `reasoning_content` accepts it in requests and may require it. Other servers may refuse it.
  let reasoningContent = false;
  return {
    agentType,
    async *send(options, signal) {
      const streaming = { stream: true as const, stream_options: { include_usage: true } };
      const body = { ...settings, ...toOpenAIRequest({ ...options, reasoningContent }), ...streaming };
      const calls = createToolCallAssembly();
      for await (const chunk of await client.chat.completions.create(body, { signal })) {
        reasoningContent ||= typeof chunk.choices?.[0]?.delta?.reasoning_content === 'string';
        yield* readChunk(chunk, calls);
      }
      // Some servers send calls after the chunk that finishes the answer.
      yield* calls.takeCalls();
    },
  };
}

function* readChunk(chunk: OpenAIChunk, calls: ToolCallAssembly): Generator<AnswerPiece> {
  // The official SDK throws it by itself; other clients pass it on.
  if (chunk.error) throw chunk.error;
  if (!Array.isArray(chunk.choices)) {
    yield { kind: 'raw', data: chunk };
    return;
  }
  const [choice] = chunk.choices as NonNullable<OpenAIChunk['choices']>;
  const delta = choice?.delta;
  const thought = delta?.reasoning_content || delta?.reasoning;
  if (thought) yield { kind: 'part', part: { text: thought, thought: true } };
  if (delta?.content) yield* readText(delta.content);
  if (delta?.refusal) yield { kind: 'part', part: { text: delta.refusal } };
  for (const call of delta?.tool_calls ?? []) calls.add(call);
  if (delta?.function_call) calls.add({ index: LEGACY_CALL, function: delta.function_call });
  if (chunk.usage) yield { kind: 'usage', usage: toUsage(chunk.usage) };
  const reason = choice?.finish_reason;
  if (!reason) return;
  if (reason === 'content_filter' || reason === 'error') throw new AnswerError(`broke off its answer: ${reason}`);
  yield* calls.takeCalls();
  yield { kind: 'finish', cut: reason === 'length' };
}

function* readText(content: NonNullable<OpenAIText>): Generator<AnswerPiece> {
  for (const part of typeof content === 'string' ? [content] : content) {
    const { text, thinking, refusal } = (typeof part === 'string' ? { text: part } : part) as ContentPart;
    const thought = typeof thinking === 'string' ? thinking : thinking?.map((inner) => inner.text ?? '').join('');
    if (thought !== undefined) yield { kind: 'part', part: { text: thought, thought: true } };
    else if (typeof (text ?? refusal) === 'string') yield { kind: 'part', part: { text: (text ?? refusal)! } };
    else yield { kind: 'raw', data: part };
  }
}

function toUsage(usage: NonNullable<OpenAIChunk['usage']>): Usage {
  return withoutMissing({
    inputTokens: usage.prompt_tokens,
    cachedInputTokens: usage.prompt_tokens_details?.cached_tokens,
    outputTokens: usage.completion_tokens,
    reasoningTokens: usage.completion_tokens_details?.reasoning_tokens,
  });
}
