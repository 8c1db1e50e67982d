import type { Usage } from '@ctx/contract';
import { AnswerError } from './api-failure.ts';
import { withoutMissing } from './api-usage.ts';
import type { AnswerPiece } from './model-service.ts';
import { createToolCallAssembly } from './tool-call-assembly.ts';

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

/** A piece of an answer: the fields that are read. Servers use one of two names for the thinking. */
interface OpenAIDelta {
  readonly content?: OpenAIText;
  readonly refusal?: string | null;
  readonly reasoning_content?: OpenAIText;
  readonly reasoning?: OpenAIText;
  readonly tool_calls?: readonly OpenAIToolCallDelta[] | null;
  /** What `tool_calls` was called before; old servers still send it. */
  readonly function_call?: OpenAIFunctionDelta | null;
}

/** The fields of a chunk of OpenAI's stream that are read. */
export interface OpenAIChunk {
  /** `error` if the whole chunk is one. */
  readonly object?: string;
  readonly choices?: readonly {
    readonly index?: number | null;
    readonly delta?: OpenAIDelta | null;
    /** The whole answer, from a server that does not stream it. */
    readonly message?: OpenAIDelta | null;
    readonly finish_reason?: string | null;
    readonly error?: unknown;
  }[];
  /** Instead of everything else, where a server breaks off its answer. OpenRouter may have it in the choice. */
  readonly error?: unknown;
  /** Of a chunk that is an error as a whole. */
  readonly message?: string;
  readonly usage?: {
    readonly prompt_tokens?: number;
    readonly completion_tokens?: number;
    readonly prompt_tokens_details?: { readonly cached_tokens?: number } | null;
    readonly completion_tokens_details?: { readonly reasoning_tokens?: number } | null;
  } | null;
}

/** The fields of a part of a text that are read. */
interface TextPart {
  readonly text?: unknown;
  readonly refusal?: unknown;
  /** Mistral's thinking. */
  readonly thinking?: OpenAIText;
}

/** Keeps the one legacy call of an answer apart from its other calls. */
const LEGACY_CALL = -1;

/** A function that reads the chunks of one answer, in order. It throws the error that a chunk holds. */
export function createChunkReader(): (chunk: OpenAIChunk) => Generator<AnswerPiece> {
  const calls = createToolCallAssembly();
  let hasBegun = false;
  let hasFinished = false;

  return function* read(chunk) {
    if (!chunk) return;
    // The official SDK throws `error` by itself; other clients pass it on.
    if (chunk.error) throw chunk.error;
    if (chunk.object === 'error' || (!chunk.choices && chunk.message)) throw chunk;
    if (chunk.usage) yield { kind: 'usage', usage: toUsage(chunk.usage) };
    else if (!Array.isArray(chunk.choices)) yield { kind: 'raw', data: chunk };
    // The others are further answers to the same prompt.
    const choice = chunk.choices?.find((candidate) => !candidate?.index);
    if (choice?.error) throw choice.error;
    const reason = choice?.finish_reason;
    // DashScope has the words of the error where the answer should be.
    if (reason === 'error_finish') throw new Error(wordsOf(choice?.delta?.content));
    // A server may send the whole answer once more at the end.
    const delta = choice?.delta ?? (hasBegun ? undefined : choice?.message);
    if (delta) {
      hasBegun ||= Boolean(delta.content || delta.tool_calls || delta.function_call);
      yield* readText(delta.reasoning_content || delta.reasoning, true);
      yield* readText(delta.content, false);
      yield* readText(delta.refusal, false);
      const called = [delta.tool_calls ?? []].flat().filter(Boolean);
      for (const call of called) calls.add(call);
      // Some servers send the same call in both fields.
      if (delta.function_call && called.length === 0) calls.add({ index: LEGACY_CALL, function: delta.function_call });
    }
    // Some servers send calls behind the chunk that finishes the answer.
    hasFinished ||= Boolean(reason);
    if (hasFinished) yield* calls.takeCalls();
    if (!reason) return;
    if (reason === 'content_filter' || reason === 'error') throw new AnswerError(`broke off its answer: ${reason}`);
    yield { kind: 'finish', cut: reason === 'length' };
  };
}

function* readText(text: OpenAIText | undefined, thought: boolean): Generator<AnswerPiece> {
  if (!text) return;
  for (const part of Array.isArray(text) ? text : [text]) {
    const { text: own, refusal, thinking } = (typeof part === 'string' ? { text: part } : (part ?? {})) as TextPart;
    const said = own ?? refusal;
    if (thinking) yield* readText(thinking, true);
    else if (typeof said === 'string') yield { kind: 'part', part: thought ? { text: said, thought } : { text: said } };
    else yield { kind: 'raw', data: part };
  }
}

function wordsOf(text: OpenAIText | undefined): string {
  return [...readText(text, false)].map((piece) => (piece.kind === 'part' ? piece.part.text : '')).join('');
}

function toUsage(usage: NonNullable<OpenAIChunk['usage']>): Usage {
  return withoutMissing({
    inputTokens: usage.prompt_tokens,
    cachedInputTokens: usage.prompt_tokens_details?.cached_tokens,
    outputTokens: usage.completion_tokens,
    reasoningTokens: usage.completion_tokens_details?.reasoning_tokens,
  });
}
