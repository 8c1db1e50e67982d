import type { AgentEvent, Usage } from '@ctx/contract';
import {
  ChatHistory,
  type CompressResult,
  type Content,
  compressHistory,
  estimateTokens,
  type Part,
  type RequestOptions,
} from '@ctx/model-context';
import type { ApiCompression } from './api-driver-options.ts';
import { ApiStep } from './api-step.ts';
import { sumUsage } from './api-usage.ts';
import type { ModelService } from './model-service.ts';

/** Keeps the history of one turn below the model's limit. */
export interface Compressor {
  /** Compresses the history where the request with this message would pass the threshold, and tells if it did. */
  compressBefore(history: ChatHistory, message: Part[]): AsyncGenerator<AgentEvent>;
  /** Tokens that summaries took since it was asked last. */
  takeUsage(): Usage | undefined;
}

const INSTRUCTION =
  'You summarise a conversation for the assistant that continues it and sees nothing but your summary. Keep what was ' +
  'asked for, what was decided and why, what was found out and done so far (names of files, commands, exact values), ' +
  'what failed, and what is left to do. Do not go on with the work. Answer with the summary alone.';
const REQUEST = 'Summarise the conversation above.';

/** A compressor for the requests of one turn. */
export function createCompressor(
  service: ModelService,
  base: Omit<RequestOptions, 'contents' | 'history'>,
  compress: ApiCompression,
  signal: AbortSignal,
): Compressor {
  const otherTokens = estimateTokens(base.systemInstruction ?? '') + estimateTokens(JSON.stringify(base.tools ?? ''));
  let usage: Usage | undefined;
  let wasAsked = false;
  let gaveUp = false;

  async function askModel(contents: readonly Content[]): Promise<string> {
    const { model, think, noThinkTag, thinkTags } = base;
    const asked = [...contents, { role: 'user', parts: [{ text: REQUEST }] }];
    // Calls go as text: there are no tools to declare, and the model is not to call any.
    const request = { model, think, noThinkTag, thinkTags, contents: asked, systemInstruction: INSTRUCTION };
    const step = new ApiStep({ ...request, textTools: true }, undefined);
    try {
      for await (const _ of step.run(service, signal));
    } finally {
      usage = sumUsage(usage, step.usage);
    }
    return step.text;
  }

  function summarize(contents: Content[]): string | Promise<string> {
    wasAsked = true;
    return (compress.summarize ?? askModel)(contents);
  }

  return {
    async *compressBefore(history, message) {
      if (gaveUp) return;
      // With the message, so that it counts and the calls it answers stay with it.
      const whole = new ChatHistory([...history.getHistory(), { role: 'user', parts: message }]);
      wasAsked = false;
      const result = await compressHistory(whole, { ...compress, otherTokens, summarize });
      signal.throwIfAborted();
      if (result?.status === 'compressed') history.replace(whole.getHistory().slice(0, -1));
      // A model that fails at it once would be asked again before every request.
      gaveUp = wasAsked && result?.status !== 'compressed';
      if (result !== null && wasAsked) yield notice(result);
    },
    takeUsage() {
      const taken = usage;
      usage = undefined;
      return taken;
    },
  };
}

function notice({ status, originalTokenCount, newTokenCount }: CompressResult): AgentEvent {
  const message =
    status === 'compressed'
      ? `The history was compressed from about ${originalTokenCount} to ${newTokenCount} tokens.`
      : `The history could not be compressed (${status}) and goes on as it is.`;
  return { type: 'notice', kind: 'warning', message };
}
