import type { AgentFailure, ProcessExit, TurnResult } from '@ctx/contract';
import { classifyFailure } from '../result/classify-failure.ts';
import { describeIncompleteStream } from '../result/incomplete-stream.ts';

/** The parts of a result that an agent's output may report. */
export type StreamFacts = Pick<
  TurnResult,
  'usage' | 'totals' | 'costUsd' | 'contextTokens' | 'contextWindow' | 'sessionId'
>;

/** A result without the properties that are `undefined`. */
export function turnResult(
  status: 'completed' | 'failed',
  text: string,
  facts: StreamFacts,
  error?: AgentFailure,
): TurnResult {
  const entries = Object.entries({ ...facts, error }).filter(([, value]) => value !== undefined);
  return { status, text, ...Object.fromEntries(entries) };
}

/** The failure of a turn whose answer is longer than what is kept of one. */
export function tooLongFailure(agentName: string): AgentFailure {
  return { code: 'CTX_AGENT_FAILED', message: `${agentName} wrote an answer that is too long to keep.` };
}

/** The failure of a turn: the agent's last error message or, without one, how the process ended. */
export function turnFailure(
  agentName: string,
  exit: ProcessExit,
  known: { readonly status?: number | undefined; readonly message?: string | undefined } = {},
): AgentFailure {
  const message = known.message || describeIncompleteStream(agentName, exit);
  return classifyFailure({ message, status: known.status, stderr: exit.stderr });
}
