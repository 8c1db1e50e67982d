import type { AgentType } from '@ctx/contract';
import { type OpenAIRequest, toOpenAIRequest } from '@ctx/model-context';
import type { ApiDriverOptions } from './api-driver-options.ts';
import type { ModelService } from './model-service.ts';
import { createChunkReader, type OpenAIChunk } from './openai-chunk.ts';

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
      const read = createChunkReader();
      for await (const chunk of await client.chat.completions.create(body, { signal })) {
        reasoningContent ||= typeof chunk?.choices?.[0]?.delta?.reasoning_content === 'string';
        yield* read(chunk);
      }
    },
  };
}
