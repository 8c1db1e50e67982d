import type { AgentEvent, AgentFailure } from '@ctx/contract';
import { notice } from '../driver-events.ts';
import { asArray, asNumber, asObject, asText, type JsonObject } from '../json-fields.ts';

/** Reads the lines of Claude Code about retries, limits and tools that were not allowed. */
export interface ClaudeNotices {
  readRetry(line: JsonObject): AgentEvent;
  readDenial(line: JsonObject): AgentEvent;
  /** The denials of a result that `readDenial` has not reported: a result lists all of them. */
  readDenials(result: JsonObject): AgentEvent[];
  readRateLimit(line: JsonObject): AgentEvent[];
  /** Adds the time until a limit ends, if the failure is about a limit and the time is known. */
  withRetryTime(failure: AgentFailure): AgentFailure;
}

/** Creates a reader for one turn. */
export function createClaudeNotices(): ClaudeNotices {
  const deniedToolIds = new Set<string>();
  let limitResetsAtMs: number | undefined;
  return {
    readRetry: (line) => notice('retry', describeRetry(line)),
    readDenial(line) {
      deniedToolIds.add(asText(line['tool_use_id']));
      return notice('permission-denied', `${asText(line['tool_name'])}: ${asText(line['message'])}`);
    },
    readDenials: (line) =>
      asArray(line['permission_denials'])
        .map(asObject)
        .filter((denial) => denial !== undefined)
        .filter((denial) => !deniedToolIds.has(asText(denial['tool_use_id'])))
        .map((denial) => notice('permission-denied', `${asText(denial['tool_name'])} was not allowed`)),
    readRateLimit(line) {
      const info = asObject(line['rate_limit_info']);
      const resetsAt = asNumber(info?.['resetsAt']);
      if (info?.['status'] !== 'rejected' || resetsAt === undefined) return [{ type: 'raw', data: line }];
      limitResetsAtMs = resetsAt * 1_000;
      return [notice('warning', `A usage limit was reached; it ends at ${isoTime(limitResetsAtMs)}.`)];
    },
    withRetryTime(failure) {
      if (failure.code !== 'CTX_AGENT_RATE_LIMIT' || limitResetsAtMs === undefined) return failure;
      return { ...failure, retryAfterMs: Math.max(0, limitResetsAtMs - Date.now()) };
    },
  };
}

function describeRetry(line: JsonObject): string {
  const attempt = asNumber(line['attempt']);
  const limit = asNumber(line['max_retries']);
  const delayMs = asNumber(line['retry_delay_ms']);
  const why = [line['error_status'], line['error']].filter(
    (part) => typeof part === 'string' || typeof part === 'number',
  );
  const parts = [
    `The request failed${why.length === 0 ? '' : ` (${why.join(' ')})`}; retrying`,
    ...(attempt === undefined ? [] : [`attempt ${attempt}${limit === undefined ? '' : ` of ${limit}`}`]),
    ...(delayMs === undefined ? [] : [`in ${Math.round(delayMs) / 1000} s`]),
  ];
  return `${parts.join(', ')}.`;
}

/** Unlike `toISOString`, does not throw for a time that is out of range. */
function isoTime(ms: number): string {
  const time = new Date(ms);
  return Number.isNaN(time.getTime()) ? 'an unknown time' : time.toISOString();
}
