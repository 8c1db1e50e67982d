import { setTimeout } from 'node:timers/promises';
import type { AgentType, Usage } from '@ctx/contract';
import { type Content, type GeminiRequest, type Part, toGeminiRequest } from '@ctx/model-context';
import type { ApiDriverOptions } from './api-driver-options.ts';
import { AnswerError } from './api-failure.ts';
import { withoutMissing } from './api-usage.ts';
import { parseObject } from './argument-pieces.ts';
import type { AnswerPiece, ModelService } from './model-service.ts';

/** The fields of a chunk of Gemini's stream that are read. */
export interface GeminiChunk {
  /** Instead of everything else, where the service breaks off its answer. */
  readonly error?: unknown;
  readonly candidates?: readonly {
    readonly index?: number;
    readonly content?: Content;
    readonly finishReason?: string;
  }[];
  readonly promptFeedback?: { readonly blockReason?: string };
  readonly usageMetadata?: {
    readonly promptTokenCount?: number;
    readonly toolUsePromptTokenCount?: number;
    readonly cachedContentTokenCount?: number;
    readonly candidatesTokenCount?: number;
    readonly thoughtsTokenCount?: number;
  };
}

/** The part of a `GoogleGenAI` client that is used. */
export interface GeminiClient {
  readonly models: {
    generateContentStream(
      request: GeminiRequest & { config?: { abortSignal?: AbortSignal } },
    ): Promise<AsyncIterable<GeminiChunk>>;
  };
}

/** Waiting times before a request is sent again. OpenAI's SDK has about the same, Google's sends none again. */
const RETRY_DELAYS_MS: readonly number[] = [500, 1_000];

/** True for status 503, which Gemini often gives for some seconds. In a chunk it is the code. */
function isBusy(error: unknown): boolean {
  const { status, code } = (error ?? {}) as { status?: unknown; code?: unknown };
  return status === 503 || code === 503;
}

/** The Gemini API as a model service. */
export function createGeminiService(
  { client, settings }: Pick<ApiDriverOptions<GeminiClient>, 'client' | 'settings'>,
  agentType: AgentType,
): ModelService {
  return {
    agentType,
    async *send(options, signal) {
      const request = toGeminiRequest(options);
      const config = { ...settings, ...request.config, abortSignal: signal };
      for (let retries = 0; ; retries += 1) {
        let hasBegun = false;
        try {
          const chunks = await client.models.generateContentStream({ ...request, config });
          for await (const chunk of chunks) {
            for (const piece of readChunk(chunk)) {
              hasBegun ||= piece.kind !== 'usage';
              yield piece;
            }
          }
          return;
        } catch (error) {
          const delayMs = hasBegun || !isBusy(error) ? undefined : RETRY_DELAYS_MS[retries];
          if (delayMs === undefined) throw error;
          yield { kind: 'retry', message: `${agentType} is busy (HTTP 503); the request is sent again.` };
          await setTimeout(delayMs, undefined, { signal });
        }
      }
    },
  };
}

function* readChunk(chunk: GeminiChunk): Generator<AnswerPiece> {
  if (!chunk) return;
  // The official SDK throws one that has an HTTP status by itself.
  if (chunk.error) throw chunk.error;
  const blocked = chunk.promptFeedback?.blockReason;
  if (blocked !== undefined) throw new AnswerError(`refused the prompt: ${blocked}`);
  if (chunk.candidates === undefined && chunk.usageMetadata === undefined) yield { kind: 'raw', data: chunk };
  // The others are further answers to the same prompt.
  const candidate = chunk.candidates?.find((one) => !one?.index);
  for (const part of candidate?.content?.parts ?? []) {
    if (part) yield* readPart(part);
  }
  if (chunk.usageMetadata !== undefined) yield { kind: 'usage', usage: toUsage(chunk.usageMetadata) };
  const reason = candidate?.finishReason;
  if (reason === undefined || reason === 'FINISH_REASON_UNSPECIFIED') return;
  if (reason !== 'STOP' && reason !== 'MAX_TOKENS') throw new AnswerError(`broke off its answer: ${reason}`);
  yield { kind: 'finish', cut: reason === 'MAX_TOKENS' };
}

function* readPart(part: Part): Generator<AnswerPiece> {
  if (!part.functionCall) {
    yield { kind: 'part', part };
    return;
  }
  // Some models put the text before a call into the call's part.
  const { text, thought, ...rest } = part;
  if (text) yield { kind: 'part', part: thought === true ? { text, thought } : { text } };
  // Arguments may come as JSON.
  const { args = {} } = part.functionCall as { args?: unknown };
  const read = typeof args === 'string' ? parseObject(args) : (args ?? {});
  const functionCall = { ...part.functionCall, args: (read ?? {}) as Record<string, unknown> };
  const problem = read === undefined ? `its arguments are not a JSON object: ${String(args).slice(0, 200)}` : undefined;
  yield { kind: 'call', part: { ...rest, functionCall }, problem };
}

/** Gemini counts thinking and tool results separately. ctx counts them as output and input, as other services do. */
function toUsage(metadata: NonNullable<GeminiChunk['usageMetadata']>): Usage {
  const { promptTokenCount, toolUsePromptTokenCount, cachedContentTokenCount } = metadata;
  const { candidatesTokenCount, thoughtsTokenCount } = metadata;
  const sum = (one: number | undefined, other: number | undefined) => (one === undefined ? other : one + (other ?? 0));
  return withoutMissing({
    inputTokens: sum(promptTokenCount, toolUsePromptTokenCount),
    cachedInputTokens: cachedContentTokenCount,
    outputTokens: sum(candidatesTokenCount, thoughtsTokenCount),
    reasoningTokens: thoughtsTokenCount,
  });
}
