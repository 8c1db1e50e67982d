import type { AgentFailure, TurnResult } from '@ctx/contract';

/** Why the runner itself ended a turn. */
export type EndReason = 'cancelled' | 'timed-out' | 'idle' | 'line-too-long' | 'parser-threw' | 'settled' | 'refused';

/** Facts for the message about an ended turn. */
export interface EndFacts {
  readonly agentType: string;
  readonly timeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly maxLineBytes: number;
  /** True if the parser had already read the end of the turn. */
  readonly hadEnded: boolean;
  /** The message of the last retry, if the agent has made no progress since. */
  readonly lastRetry?: string | undefined;
}

/** The result of a turn that the runner ended. `parsed` is the parser's result for the output up to then. */
export function endedResult(parsed: TurnResult, reason: EndReason, facts: EndFacts): TurnResult {
  // The session may have used more than was reported, so its totals are unknown.
  const { totals: _unknown, ...known } = parsed;
  const withError = (status: TurnResult['status'], error: AgentFailure): TurnResult => ({
    ...known,
    status,
    error: parsed.error?.stderr === undefined ? error : { ...error, stderr: parsed.error.stderr },
  });
  switch (reason) {
    case 'settled':
      return parsed;
    case 'cancelled':
      return withError('cancelled', {
        code: 'CTX_AGENT_CANCELLED',
        message: `The turn of ${facts.agentType} was cancelled.`,
      });
    case 'timed-out':
    case 'idle':
      // The answer was complete before the time-out. Only the process did not exit.
      if (facts.hadEnded) return parsed;
      return withError('timed-out', { code: 'CTX_AGENT_TIMEOUT', message: timeoutMessage(reason, facts) });
    case 'refused':
      return withError('failed', {
        code: 'CTX_AGENT_AUTH',
        message: `${facts.agentType} is not signed in, or its key is refused. It last said: ${facts.lastRetry}`,
      });
    case 'parser-threw':
      return withError('failed', {
        code: 'CTX_AGENT_FAILED',
        message: `The driver of ${facts.agentType} could not read the output: its parser threw an error.`,
      });
    case 'line-too-long':
      return withError('failed', {
        code: 'CTX_AGENT_FAILED',
        message: `${facts.agentType} wrote a line of more than ${facts.maxLineBytes} bytes; raise maxLineBytes if that is expected.`,
      });
  }
}

function timeoutMessage(reason: 'timed-out' | 'idle', facts: EndFacts): string {
  const { agentType, lastRetry } = facts;
  const details = lastRetry === undefined ? '' : ` It last said: ${lastRetry}`;
  if (reason === 'timed-out') {
    return `${agentType} did not finish within ${facts.timeoutMs / 1000} s; raise timeoutMs if it needs longer.${details}`;
  }
  const what = lastRetry === undefined ? 'wrote nothing' : 'wrote nothing but retries';
  return `${agentType} ${what} for ${facts.idleTimeoutMs / 1000} s; raise idleTimeoutMs if that is normal.${details}`;
}
