import type { AgentEvent, StreamDriver, TurnInput, TurnResult } from '@ctx/contract';
import { GoogleGenAI } from '@google/genai';
import { OpenAI } from 'openai';
import type { ApiDriverOptions } from '../api-driver-options.ts';
import { geminiApi } from '../gemini-api.ts';
import { openaiApi } from '../openai-api.ts';

/** The options that tests set. */
export type MemberOptions = Partial<Omit<ApiDriverOptions<unknown>, 'client'>> & { timeoutMs?: number };

/** Both drivers with the official SDKs, by name. */
export const MEMBERS: Readonly<Record<string, (baseUrl: string, options?: MemberOptions) => StreamDriver>> = {
  geminiApi: (baseUrl, { timeoutMs, ...options } = {}) =>
    geminiApi({
      client: new GoogleGenAI({ apiKey: 'k', httpOptions: { baseUrl, ...(timeoutMs && { timeout: timeoutMs }) } }),
      model: 'gemini-3-pro',
      ...options,
    }),
  openaiApi: (baseUrl, { timeoutMs, ...options } = {}) =>
    openaiApi({
      client: new OpenAI({
        apiKey: 'k',
        baseURL: `${baseUrl}/v1`,
        maxRetries: 0,
        ...(timeoutMs && { timeout: timeoutMs }),
      }),
      model: 'llama3',
      ...options,
    }),
};

/** A turn with this prompt. */
export const turn = (prompt: TurnInput['prompt'], more: Partial<TurnInput> = {}): TurnInput => ({
  prompt,
  permissions: 'read-only',
  ...more,
});

/** The events and result of a turn. */
export interface PlayedTurn {
  readonly events: AgentEvent[];
  readonly result: TurnResult;
  /** All delivered text. */
  readonly shown: string;
}

/** Runs a turn to its end. `onEvent` is called for each event, and may abort the turn. */
export async function play(
  driver: StreamDriver,
  input: TurnInput,
  signal: AbortSignal = new AbortController().signal,
  onEvent?: (event: AgentEvent) => void,
): Promise<PlayedTurn> {
  const events: AgentEvent[] = [];
  for await (const event of driver.stream(input, { signal })) {
    events.push(event);
    onEvent?.(event);
  }
  const ends = events.filter((event) => event.type === 'turn-end');
  if (ends.length !== 1 || events.at(-1) !== ends[0]) throw new Error('a turn ends in its only turn-end');
  const shown = events
    .map((event) => (event.type === 'text-delta' || event.type === 'text' ? event.text : ''))
    .join('');
  return { events, result: ends[0]!.result, shown };
}
