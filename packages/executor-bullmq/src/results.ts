import { type AgentFailure, CtxError, type TurnResult } from '@ctx/contract';

/** A turn that began, and nobody knows how it ended. */
export function lostResult(why = 'Its worker was lost; nobody knows what was done by then.'): TurnResult {
  return { status: 'unknown', text: '', error: { code: 'CTX_TURN_LOST', message: why } };
}

/** A turn that was cancelled before it began. */
export function cancelledResult(): TurnResult {
  return { status: 'cancelled', text: '', error: { code: 'CTX_AGENT_CANCELLED', message: 'The turn was cancelled.' } };
}

/** A turn that failed. */
export function failedResult(error: AgentFailure, text = ''): TurnResult {
  return { status: 'failed', text, error };
}

/** An error as plain data. */
export function failureOf(error: unknown): AgentFailure {
  if (CtxError.isInstance(error)) return { code: error.code, message: error.message };
  return { code: 'CTX_AGENT_FAILED', message: error instanceof Error ? error.message : String(error) };
}
