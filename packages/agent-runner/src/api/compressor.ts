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
import { notice } from '../drivers/driver-events.ts';
import { sumUsage } from '../drivers/turn-usage.ts';
import type { ApiCompression } from './api-driver-options.ts';
import { ApiStep } from './api-step.ts';
import type { ModelService } from './model-service.ts';

/** Keeps the history of one turn below the model's limit. */
export interface Compressor {
  /** Compresses the history if a request with this message would exceed the threshold. Yields a notice if it tried. */
  compressBefore(history: ChatHistory, message: Part[]): AsyncGenerator<AgentEvent>;
  /** Tokens that summaries have used since the last call of this function. */
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
  let hasTried = false;
  let gaveUp = false;

  async function askModel(contents: readonly Content[]): Promise<string> {
    const { model, think, noThinkTag, thinkTags } = base;
    const asked = [...contents, { role: 'user', parts: [{ text: REQUEST }] }];
    // `textTools` sends earlier calls as text: no tools are declared, and the model must not call any.
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
    hasTried = true;
    return (compress.summarize ?? askModel)(contents);
  }

  return {
    async *compressBefore(history, message) {
      if (gaveUp) return;
      // Including the message, so that its tokens count and the calls it responds to stay in the history.
      const whole = new ChatHistory([...history.getHistory(), { role: 'user', parts: message }]);
      hasTried = false;
      const result = await compressHistory(whole, { ...compress, otherTokens, summarize });
      signal.throwIfAborted();
      if (result?.status === 'compressed') history.replace(whole.getHistory().slice(0, -1));
      // After a failure, do not try again before every request.
      gaveUp = hasTried && result?.status !== 'compressed';
      if (result !== null && hasTried) yield notice('warning', describe(result));
    },
    takeUsage() {
      const taken = usage;
      usage = undefined;
      return taken;
    },
  };
}

function describe({ status, originalTokenCount, newTokenCount }: CompressResult): string {
  return status === 'compressed'
    ? `The history was compressed from about ${originalTokenCount} to ${newTokenCount} tokens.`
    : `The history could not be compressed (${status}) and stays unchanged.`;
}
