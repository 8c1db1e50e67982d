import type { AgentFailure, TurnResult } from '@ctx/contract';

/** Why the runner itself ended a turn. */
export type EndReason = 'cancelled' | 'timed-out' | 'idle' | 'line-too-long' | 'parser-threw' | 'settled';

/** What the texts about an ended turn name. */
export interface EndFacts {
  readonly agentType: string;
  readonly timeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly maxLineBytes: number;
  /** The parser had read the end of the turn before. */
  readonly hadEnded: boolean;
  /** What the agent said when it last retried, if it did nothing else since. */
  readonly lastRetry?: string | undefined;
}

/** The result of a turn the runner ended, from what the parser made of the part it saw. */
export function endedResult(parsed: TurnResult, reason: EndReason, facts: EndFacts): TurnResult {
  // What the session used beyond what was reported is unknown, so its totals are.
  const { totals: _unsure, ...known } = parsed;
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
        message: `The turn of ${facts.agentType} was cancelled`,
      });
    case 'timed-out':
    case 'idle':
      // The answer was whole before the clock ran out; only the process did not go away by itself.
      if (facts.hadEnded) return parsed;
      return withError('timed-out', { code: 'CTX_AGENT_TIMEOUT', message: timeoutMessage(reason, facts) });
    case 'parser-threw':
      return withError('failed', {
        code: 'CTX_AGENT_FAILED',
        message: `The driver of ${facts.agentType} could not read the output: its parser threw`,
      });
    case 'line-too-long':
      return withError('failed', {
        code: 'CTX_AGENT_FAILED',
        message: `${facts.agentType} wrote a line of more than ${facts.maxLineBytes} bytes; raise maxLineBytes if that is right`,
      });
  }
}

function timeoutMessage(reason: 'timed-out' | 'idle', facts: EndFacts): string {
  const { agentType, lastRetry } = facts;
  const words = lastRetry === undefined ? '' : `. It last said: ${lastRetry}`;
  if (reason === 'timed-out') {
    return `${agentType} did not finish within ${facts.timeoutMs / 1000} s; raise timeoutMs if it needs longer${words}`;
  }
  const what = lastRetry === undefined ? 'wrote nothing' : 'wrote nothing but retries';
  return `${agentType} ${what} for ${facts.idleTimeoutMs / 1000} s; raise idleTimeoutMs if that is normal${words}`;
}
