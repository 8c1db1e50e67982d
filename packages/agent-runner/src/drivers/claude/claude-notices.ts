import type { AgentEvent, AgentFailure } from '@ctx/contract';
import { notice } from '../driver-events.ts';
import { asArray, asNumber, asObject, asText, type JsonObject } from '../json-fields.ts';

/** What Claude Code tells about itself during a turn: retries, limits, tools that were not allowed. */
export interface ClaudeNotices {
  readRetry(line: JsonObject): AgentEvent;
  readDenial(line: JsonObject): AgentEvent;
  /** Those of a result that have not been told: it lists all denials again, and not every one was told before. */
  readDenials(result: JsonObject): AgentEvent[];
  readRateLimit(line: JsonObject): AgentEvent[];
  /** The failure with the time until the limit ends, where it is about a limit and the time was told. */
  withRetryTime(failure: AgentFailure): AgentFailure;
}

/** Nothing told yet. */
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
        .filter((denial) => denial !== undefined && !deniedToolIds.has(asText(denial['tool_use_id'])))
        .map((denial) => notice('permission-denied', `${asText(denial?.['tool_name'])} was not allowed`)),
    readRateLimit(line) {
      const info = asObject(line['rate_limit_info']);
      const resetsAt = asNumber(info?.['resetsAt']);
      if (info?.['status'] !== 'rejected' || resetsAt === undefined) return [{ type: 'raw', data: line }];
      limitResetsAtMs = resetsAt * 1_000;
      return [notice('warning', `A usage limit was reached; it ends at ${isoTime(limitResetsAtMs)}`)];
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
  return [
    `The request failed${why.length === 0 ? '' : ` (${why.join(' ')})`}; retrying`,
    ...(attempt === undefined ? [] : [`attempt ${attempt}${limit === undefined ? '' : ` of ${limit}`}`]),
    ...(delayMs === undefined ? [] : [`in ${Math.round(delayMs) / 1000} s`]),
  ].join(', ');
}

/** Never throws, as `toISOString` does on times out of range. */
function isoTime(ms: number): string {
  const time = new Date(ms);
  return Number.isNaN(time.getTime()) ? 'an unknown time' : time.toISOString();
}
