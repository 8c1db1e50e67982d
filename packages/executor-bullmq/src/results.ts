import { type AgentFailure, CtxError, type TurnResult } from '@ctx/contract';

/** The result of a turn that was started and whose outcome is unknown. */
export function lostResult(why = 'The worker was lost. How far the turn got is unknown.'): TurnResult {
  return { status: 'unknown', text: '', error: { code: 'CTX_TURN_LOST', message: why } };
}

/** The result of a turn that was cancelled before it started. */
export function cancelledResult(): TurnResult {
  return { status: 'cancelled', text: '', error: { code: 'CTX_AGENT_CANCELLED', message: 'The turn was cancelled.' } };
}

/** The result of a turn that failed. */
export function failedResult(error: AgentFailure, text = ''): TurnResult {
  return { status: 'failed', text, error };
}

/** Turns an error into plain data. */
export function failureOf(error: unknown): AgentFailure {
  if (CtxError.isInstance(error)) return { code: error.code, message: error.message };
  return { code: 'CTX_AGENT_FAILED', message: error instanceof Error ? error.message : String(error) };
}
