import type { AgentFailure, TurnResult } from '@ctx/contract';
import { classifyFailure, codeOfStatus } from '../result/classify-failure.ts';
import { oneLine } from '../text/one-line.ts';

/** How a turn failed. */
export interface ApiFailure {
  readonly status: Exclude<TurnResult['status'], 'completed'>;
  readonly error: AgentFailure;
}

/** Thrown inside a turn when the answer, not the request, is the problem. */
export class AnswerError extends Error {}

/** The fields of an SDK's error that are read. Both SDKs have the HTTP status in `status`. */
interface SdkError {
  readonly name?: string;
  readonly status?: unknown;
  /** An error inside a stream has no status, but a code like `429` or `rate_limit_exceeded` or a type like it. */
  readonly code?: unknown;
  readonly type?: unknown;
  readonly message?: string;
  readonly headers?: { get?(name: string): string | null };
  readonly cause?: unknown;
}

/** Turns an error of an SDK into a typed failure, by its names and fields: the SDKs' classes are not imported. */
export function toApiFailure(thrown: unknown, service: string, signal: AbortSignal): ApiFailure {
  if (signal.aborted) return abortFailure(service, signal);
  const error = (typeof thrown === 'object' && thrown !== null ? thrown : { message: String(thrown) }) as SdkError;
  const message = describe(error, service);
  if (isTimeout(error)) return { status: 'timed-out', error: { code: 'CTX_AGENT_TIMEOUT', message } };
  const code = isKeyRefusal(error) ? 'CTX_AGENT_AUTH' : codeOf(error);
  if (code === 'CTX_AGENT_AUTH') {
    return { status: 'failed', error: { code, message: `${message} (Check the API key.)` } };
  }
  const retryAfterMs = code === 'CTX_AGENT_RATE_LIMIT' ? retryTime(error) : undefined;
  return { status: 'failed', error: { code, message, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) } };
}

function abortFailure(service: string, signal: AbortSignal): ApiFailure {
  if ((signal.reason as { name?: string } | undefined)?.name === 'TimeoutError') {
    const message = `${service} did not finish in time.`;
    return { status: 'timed-out', error: { code: 'CTX_AGENT_TIMEOUT', message } };
  }
  return {
    status: 'cancelled',
    error: { code: 'CTX_AGENT_CANCELLED', message: `The turn of ${service} was cancelled.` },
  };
}

function codeOf(error: SdkError): AgentFailure['code'] {
  if (error instanceof AnswerError) return 'CTX_AGENT_FAILED';
  const status = statusOf(error);
  if (status !== undefined) return codeOfStatus(status);
  const words = [error.code, error.type, error.status].filter((word) => typeof word === 'string');
  return classifyFailure({
    message: [...words.map((word) => word.replaceAll('_', ' ')), error.message ?? ''].join(' '),
  }).code;
}

/** The HTTP status. An error inside a stream may have it as its code, or nowhere. */
function statusOf({ status, code }: SdkError): number | undefined {
  return [status, code].map(Number).find((number) => number >= 400 && number < 600);
}

/** The SDKs report time-outs in different ways: by a class, a DOMException, or an abort that is not ours. */
function isTimeout(error: SdkError): boolean {
  if (statusOf(error) === 408) return true;
  if (/timed out/i.test(error.message ?? '')) return true;
  const className = (error.constructor as { name?: string } | undefined)?.name;
  const names = [error.name, className, (error.cause as SdkError | undefined)?.name, error.type, error.code];
  return names.some((name) => /timeout/i.test(String(name ?? '')) || name === 'AbortError');
}

/** Gemini responds to a wrong key with status 400. */
function isKeyRefusal(error: SdkError): boolean {
  return error.status === 400 && /API_KEY_INVALID|API key (?:not valid|expired)/i.test(error.message ?? '');
}

function describe(error: SdkError, service: string): string {
  if (error instanceof AnswerError) return `${service} ${error.message}.`;
  const known = statusOf(error);
  const status = known === undefined ? '' : ` (HTTP ${known})`;
  const message = serverMessage(error.message ?? '');
  const cause = causeMessage(error.cause);
  const reason = cause === '' || message.includes(cause) ? message : `${message} (${cause})`;
  return `${service} failed${status}: ${oneLine(reason) || 'no reason was given.'}`;
}

/** The server's message. `@google/genai` puts the whole JSON body into the message of its error. */
function serverMessage(message: string): string {
  const start = message.indexOf('{');
  if (start < 0) return message;
  try {
    const body = JSON.parse(message.slice(start)) as { error?: { message?: unknown } };
    return typeof body.error?.message === 'string' ? serverMessage(body.error.message) : message;
  } catch {
    return message;
  }
}

/** The message of the innermost cause, which says more than `fetch failed`. */
function causeMessage(cause: unknown): string {
  if (!(cause instanceof Error)) return '';
  return causeMessage(cause.cause) || cause.message || String((cause as { code?: unknown }).code ?? '');
}

/** When to retry, in ms from now. OpenAI reports it in headers or in words, Gemini in the body. */
function retryTime(error: SdkError): number | undefined {
  const header = (name: string): string | null => error.headers?.get?.(name) ?? null;
  const milliseconds = Number.parseFloat(header('retry-after-ms') ?? '');
  if (milliseconds >= 0) return Math.round(milliseconds);
  const after = header('retry-after');
  if (after !== null) {
    const seconds = Number.parseFloat(after);
    if (seconds >= 0) return Math.round(seconds * 1_000);
    const date = Date.parse(after);
    if (!Number.isNaN(date)) return Math.max(0, date - Date.now());
  }
  const delay = /"retryDelay\\?"\s*:\s*\\?"(\d+(?:\.\d+)?)s/.exec(error.message ?? '');
  if (delay !== null) return Math.round(Number(delay[1]) * 1_000);
  // Inside a stream there are no headers; the words then say it.
  return classifyFailure({ message: `429 ${error.message ?? ''}` }).retryAfterMs;
}
