import { type AgentEvent, CtxError, type ProcessDriver, type TurnInput, type TurnResult } from '@ctx/contract';
import { findAgentCli } from '../drivers/agent-clis.ts';
import { watchEnd } from '../end/watch-end.ts';
import { type PreparedTurn, prepareTurn } from '../prepare/prepare-turn.ts';
import { readOutput } from '../read/read-output.ts';
import { startTurnClock } from '../read/turn-clock.ts';
import { type EndReason, endedResult } from '../result/ended-result.ts';
import { exitOf } from '../result/incomplete-stream.ts';
import { redactEvent } from '../result/redact-event.ts';
import { lostSession, settleSession } from '../sessions/settle-session.ts';
import { startAgent } from '../start/start-agent.ts';
import { createTurnWatch, type TurnWatch } from '../watchdog/tell-watchdog.ts';
import type { EventChannel } from './event-channel.ts';
import type { RunOptions } from './run-options.ts';

/** A process that is silent for this long after its answer and does not exit is ended. */
const SETTLE_MS = 5_000;

/** Runs a turn of an agent that is a program: prepares, starts, reads and ends it, then pushes the result. */
export async function runProcessTurn(
  driver: ProcessDriver,
  input: TurnInput,
  options: RunOptions & { readonly signal: AbortSignal },
  events: EventChannel<AgentEvent>,
): Promise<void> {
  let turn: PreparedTurn;
  try {
    turn = await prepareTurn(driver, input, options);
  } catch (error) {
    // The driver rejected the session id. That is a result of the turn; nothing has been started.
    if (!CtxError.isInstance(error) || error.code !== 'CTX_AGENT_SESSION_LOST') throw error;
    const { code, message } = error;
    events.push({ type: 'error', error: { code, message } });
    events.push({ type: 'turn-end', result: { status: 'failed', text: '', error: { code, message } } });
    return;
  }
  const watch = createTurnWatch(turn.marker, turn.folder);
  const push = (event: AgentEvent): void => events.push(redactEvent(event, turn.redact));
  try {
    const ended = await runPrepared(turn, watch, options.signal, events, push);
    const result = withSignIn(await settleSession(turn, ended), driver.agentType);
    if (result.error !== undefined && result.status !== 'cancelled') push({ type: 'error', error: result.error });
    push({ type: 'turn-end', result });
  } finally {
    await turn.dispose();
    watch.over();
  }
}

// Adds what a person does to sign in.
function withSignIn(result: TurnResult, agentType: string): TurnResult {
  const how = findAgentCli(agentType)?.howToSignIn;
  if (result.error?.code !== 'CTX_AGENT_AUTH' || how === undefined) return result;
  const message = `${result.error.message.replace(/[\s.]+$/, '')}. To sign in: ${how}`;
  return { ...result, error: { ...result.error, message } };
}

async function runPrepared(
  turn: PreparedTurn,
  watch: TurnWatch,
  signal: AbortSignal,
  events: EventChannel<AgentEvent>,
  push: (event: AgentEvent) => void,
): Promise<TurnResult> {
  const { driver, limits } = turn;
  const facts = { agentType: driver.agentType, ...limits };
  if (signal.aborted) return endedResult({ status: 'failed', text: '' }, 'cancelled', { ...facts, hadEnded: false });
  const lost = await lostSession(turn);
  if (lost !== undefined) return { status: 'failed', text: '', error: lost };
  // Before the start: if this throws, no process is left running.
  const parser = driver.createParser(turn.input);
  const agent = await startAgent(turn, watch);
  if ('failure' in agent) return { status: 'failed', text: '', error: agent.failure };

  let reason: EndReason | undefined;
  const end = (endReason: EndReason): void => {
    if (reason !== undefined) return;
    reason = endReason;
    clock.stop();
    output.drain();
    ending.end();
  };
  const clock = startTurnClock({ ...limits, settleMs: SETTLE_MS, onTimeout: end });
  const output = readOutput({ child: agent.child, turn, parser, clock, events, push, onFault: end });
  const ending = watchEnd(agent, {
    graceMs: limits.graceMs,
    folder: turn.folder,
    onSeen: watch.saw,
    isReaderBehind: () => output.isPaused,
  });
  agent.child.once('exit', clock.stop);
  const cancel = (): void => end('cancelled');
  signal.addEventListener('abort', cancel);
  // The signal may have been aborted during the start.
  if (signal.aborted) cancel();

  const status = await ending.ended;
  signal.removeEventListener('abort', cancel);
  const exit = { ...status, stderr: output.finish() };
  const hadEnded = parser.ended === true;
  const parsed = { ...parser.finish(exit), ...exitOf(exit) };
  const { lastRetry } = output;
  return reason === undefined ? parsed : endedResult(parsed, reason, { ...facts, hadEnded, lastRetry });
}
