import type { AgentFailure, ProcessExit, TurnResult } from '@ctx/contract';
import { classifyFailure } from '../result/classify-failure.ts';
import { describeIncompleteStream } from '../result/incomplete-stream.ts';

/** The parts of a result a stream may tell. */
export type StreamFacts = Pick<
  TurnResult,
  'usage' | 'totals' | 'costUsd' | 'contextTokens' | 'contextWindow' | 'sessionId'
>;

/** A result without the properties nothing is known about. */
export function turnResult(
  status: 'completed' | 'failed',
  text: string,
  facts: StreamFacts,
  error?: AgentFailure,
): TurnResult {
  const entries = Object.entries({ ...facts, error }).filter(([, value]) => value !== undefined);
  return { status, text, ...Object.fromEntries(entries) };
}

/** The failure of a stream that ended without its end event: the agent's last error words, else how it exited. */
export function incompleteFailure(
  agentName: string,
  exit: ProcessExit,
  known: { readonly status?: number | undefined; readonly words?: string | undefined } = {},
): AgentFailure {
  const message = known.words || describeIncompleteStream(agentName, exit);
  return classifyFailure({ message, status: known.status, stderr: exit.stderr });
}
