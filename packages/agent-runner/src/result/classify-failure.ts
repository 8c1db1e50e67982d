import type { AgentFailure, CtxErrorCode } from '@ctx/contract';
import { oneLine } from '../text/one-line.ts';

/** What is known about a failure. */
export interface FailureFacts {
  /** The agent's own error message. */
  readonly message: string;
  /** HTTP status, if the agent gave one. */
  readonly status?: number | undefined;
  readonly stderr?: string | undefined;
}

const AUTH =
  /\b401\b|\bunauthori[sz]ed\b|unauthenticated|not (?:logged|signed) in|(?:please|must) (?:run|use) \S{0,20}login|\/login\b|invalid (?:x-)?api[ _-]?key|api[ _-]?key (?:is )?(?:not valid|missing|invalid|required)|authentication(?:_error|_failed| failed| error| required)|failed to authenticate|auth (?:method|type)|set an auth|(?:token|credentials?|session) (?:has |have |is )?expired/i;
const RATE_LIMIT =
  /\b429\b|rate[ _-]?limit|too many requests|throttl(?:ed|ing)|quota|resource[ _-]?exhausted|usage limit|limit reached|hit your (?:usage )?limit|insufficient_quota|out of credits/i;

/**
 * Turns a failure into a typed error. The status decides the code; without one, the message does. Limits are checked
 * before sign-in, since their messages often mention keys and accounts too.
 */
export function classifyFailure(facts: FailureFacts): AgentFailure {
  // Not shortened here: the redactor runs later and would not recognise a secret that was cut in two.
  const message = oneLine(facts.message);
  const code = codeOf(facts);
  const retryAfterMs = code === 'CTX_AGENT_RATE_LIMIT' ? retryTime(facts.message) : undefined;
  return {
    code,
    message,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(facts.stderr === undefined || facts.stderr === '' ? {} : { stderr: facts.stderr }),
  };
}

/** The error code for an HTTP status. */
export function codeOfStatus(status: number): CtxErrorCode {
  if (status === 401 || status === 403) return 'CTX_AGENT_AUTH';
  return status === 429 ? 'CTX_AGENT_RATE_LIMIT' : 'CTX_AGENT_FAILED';
}

function codeOf({ status, message }: FailureFacts): CtxErrorCode {
  if (status !== undefined && status >= 400) return codeOfStatus(status);
  if (RATE_LIMIT.test(message)) return 'CTX_AGENT_RATE_LIMIT';
  return AUTH.test(message) ? 'CTX_AGENT_AUTH' : 'CTX_AGENT_FAILED';
}

const UNIT = '(?:ms|milliseconds?|s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?)';
const AMOUNT = '\\d+(?:\\.\\d+)?';
/** One or more amounts with units: `1m30s`, `3 days 4 hours 12 minutes`. */
const DURATION = `(?:${AMOUNT}\\s?${UNIT}(?:,\\s|\\s(?:and\\s)?)?){1,4}`;
/** First a header or field, in seconds if it has no unit; then a sentence, with a unit. */
const RETRY_TIMES: readonly RegExp[] = [
  new RegExp(`retry[-_ ]?(?:after|delay)["']?\\s{0,2}[:=]?\\s{0,2}["']?(${DURATION}|${AMOUNT})(?![a-z\\d])`, 'i'),
  new RegExp(`(?:try again|retry|retrying|resets?)\\s(?:in|after)\\s(${DURATION})(?![a-z\\d])`, 'i'),
];
const PART = new RegExp(`(${AMOUNT})\\s?(${UNIT})?`, 'gi');
const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

function retryTime(message: string): number | undefined {
  for (const pattern of RETRY_TIMES) {
    const duration = pattern.exec(message)?.[1];
    if (duration === undefined) continue;
    let totalMs = 0;
    for (const [, amount, unit = 's'] of duration.matchAll(PART)) {
      totalMs += Number(amount) * unitMs(unit.toLowerCase());
    }
    return Math.round(totalMs);
  }
  return undefined;
}

function unitMs(unit: string): number {
  return unit === 'ms' || unit.startsWith('milli') ? 1 : (UNIT_MS[unit.charAt(0)] ?? 1_000);
}
