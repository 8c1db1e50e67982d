import { filterThinking } from '../thinking/filter-thinking.ts';
import type { ThinkTagOptions } from '../thinking/thinking-model.ts';
import { type JsonScan, type Span, scanJsonObjects } from './json-scanner.ts';
import { type ArgumentMapping, mapArguments, type ToolArguments } from './map-arguments.ts';
import { type RejectionReason, readToolCall } from './read-tool-call.ts';
import { removeCalls } from './remove-calls.ts';

/** A call found in an answer's text. */
export interface ParsedToolCall {
  /** Random, so that it is unique in a conversation. */
  readonly id: string;
  readonly name: string;
  readonly args: ToolArguments;
}

/** Text that looks like a call but is not a valid one. It stays in the text. */
export interface RejectedToolCall {
  /** The rejected text. Malformed JSON is given up to the first mistake. */
  readonly text: string;
  readonly reason: RejectionReason;
}

/** The result of `parseToolCalls`. */
export interface ParsedAnswer {
  readonly toolCalls: ParsedToolCall[];
  /** The text, if it holds no calls. Otherwise `''` or, with `preserveText`, the text without the calls. */
  readonly cleanText: string;
  /** The text without thinking. */
  readonly originalText: string;
  readonly rejected: RejectedToolCall[];
}

/** Settings of `parseToolCalls`. */
export interface ParseOptions extends ThinkTagOptions {
  /** Name of the model. If it writes its thinking into the answer, the thinking is removed first. */
  readonly model?: string | undefined;
  /** Keep the text around the calls. Default false. */
  readonly preserveText?: boolean | undefined;
  /** Corrects wrong parameter names. */
  readonly mapArguments?: ArgumentMapping | undefined;
}

const LOOKS_LIKE_CALL = /\{\s*["']?tool_call["']?\s*:/y;

/**
 * Finds tool calls `{"tool_call":{"name":…,"arguments":{…}}}` in an answer, in fences and inline. It reads real JSON, so
 * braces and fences inside strings are not mistaken for structure. Takes linear time. Never throws, whatever the text.
 */
export function parseToolCalls(text: string, options: ParseOptions = {}): ParsedAnswer {
  const originalText = filterThinking(text, options.model ?? '', options);
  const { objects, broken } = scanJsonObjects(originalText);
  const spans: Span[] = [];
  const toolCalls: ParsedToolCall[] = [];
  const rejected: (RejectedToolCall & { at: number })[] = [];

  for (const span of objects) {
    const json = originalText.slice(span.start, span.end);
    const reading = readToolCall(json);
    if (reading?.kind === 'call') {
      const args = mapArguments(options.mapArguments, reading.name, reading.args);
      toolCalls.push({ id: createCallId(), name: reading.name, args });
      spans.push(span);
    } else if (reading?.kind === 'rejected') rejected.push({ text: json, reason: reading.reason, at: span.start });
  }
  for (const { start, end } of brokenCalls(originalText, broken)) {
    rejected.push({ text: originalText.slice(start, end), reason: 'malformed-json', at: start });
  }

  const preserved = () => (options.preserveText === true ? removeCalls(originalText, spans) : '');
  return {
    toolCalls,
    cleanText: toolCalls.length === 0 ? originalText : preserved(),
    originalText,
    rejected: rejected.sort((a, b) => a.at - b.at).map(({ text: found, reason }) => ({ text: found, reason })),
  };
}

/** Incomplete JSON that looks like a call. Overlapping pieces are joined, so that many openings give one report. */
function brokenCalls(text: string, broken: JsonScan['broken']): Span[] {
  const spans: Span[] = [];
  for (const { starts, end } of broken) {
    const start = starts.find((at) => looksLikeCall(text, at));
    if (start === undefined) continue;
    const last = spans.at(-1);
    if (last === undefined || start > last.end) spans.push({ start, end });
    else spans[spans.length - 1] = { start: last.start, end: Math.max(last.end, end) };
  }
  return spans;
}

function looksLikeCall(text: string, at: number): boolean {
  LOOKS_LIKE_CALL.lastIndex = at;
  return LOOKS_LIKE_CALL.test(text);
}

/** Random, because each answer is parsed on its own. Shorter than OpenAI's limit of 40 characters. */
function createCallId(): string {
  return `call_${randomDigits()}${randomDigits()}`;
}

/** Ten digits in base 36. Not from `crypto`: not every runtime has it, and an id is not a secret. */
function randomDigits(): string {
  return Math.random().toString(36).slice(2, 12).padEnd(10, '0');
}
