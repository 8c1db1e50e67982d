import type { AgentEvent, StreamDriver, TurnInput, TurnResult } from '@ctx/contract';
import { classifyFailure } from '../outcome/classify-failure.ts';
import { checkPermissions } from '../safety/check-permissions.ts';
import { redactEvent } from '../safety/redact-event.ts';
import { createRedactor, secretValues } from '../safety/redactor.ts';
import type { EventChannel } from '../stream/event-channel.ts';
import { type EndReason, endedResult } from './end-reason.ts';
import { onAbort } from './on-abort.ts';
import { createOpenTools } from './open-tools.ts';
import { type RunOptions, turnLimits } from './run-options.ts';
import type { StartedTurn } from './run-streamed.ts';
import { startTurnClock } from './turn-clock.ts';

/** How long a stream that was aborted may take to end by itself. */
const ABORT_DEADLINE_MS = 2_000;

/** Starts a turn of an API driver: the same clocks, cancelling and redaction as a process has. */
export function startStreamTurn(
  driver: StreamDriver,
  input: TurnInput,
  options: RunOptions,
  channel: EventChannel<AgentEvent>,
): StartedTurn {
  const leaving = new AbortController();
  let wakeUp: (() => void) | undefined;
  const done = runStreamTurn(driver, input, options, channel, leaving.signal, (wake) => {
    wakeUp = wake;
  }).then(
    () => channel.close(),
    (error: unknown) => channel.fail(error),
  );
  return {
    readerCaughtUp: () => wakeUp?.(),
    leave: () => {
      leaving.abort();
      wakeUp?.();
      return done;
    },
  };
}

async function runStreamTurn(
  driver: StreamDriver,
  input: TurnInput,
  options: RunOptions,
  channel: EventChannel<AgentEvent>,
  leaving: AbortSignal,
  setWakeUp: (wake: () => void) => void,
): Promise<void> {
  const limits = turnLimits(options, undefined);
  checkPermissions(input, { allowFullAccess: options.allowFullAccess === true, riskyVariables: [] });
  const redact = createRedactor(secretValues(process.env));
  const abort = new AbortController();
  const openTools = createOpenTools();
  let reason: EndReason | undefined;
  let stopped: () => void = () => {};
  const whenStopped = new Promise<void>((resolve) => {
    stopped = resolve;
  });
  const end = (why: EndReason): void => {
    if (reason !== undefined) return;
    reason = why;
    abort.abort();
    // A driver that ignores its signal must not keep the turn open.
    setTimeout(stopped, ABORT_DEADLINE_MS).unref();
  };
  const cancel = (): void => end('cancelled');
  const leave = (): void => end('reader-left');
  const stopListening = onAbort(options.signal, cancel);
  leaving.addEventListener('abort', leave, { once: true });
  const clock = startTurnClock({ ...limits, settleMs: limits.idleTimeoutMs, onTimeout: end });

  let partialText = '';
  let result: TurnResult | undefined;
  try {
    if (options.signal?.aborted) cancel();
    const iterator = driver.stream(input, { signal: abort.signal })[Symbol.asyncIterator]();
    while (reason === undefined || result === undefined) {
      const step = await Promise.race([iterator.next(), whenStopped.then(() => undefined)]);
      if (step === undefined || step.done === true) break;
      const event = step.value;
      clock.sawOutput();
      openTools.note(event);
      if (event.type === 'text-delta' || event.type === 'text') partialText += event.text;
      if (event.type === 'tool-call') partialText = '';
      if (event.type === 'turn-end') {
        result = event.result;
        break;
      }
      channel.push(redactEvent(event, redact));
      clock.hold(openTools.isAnyOpen || !channel.isEmpty);
      if (!channel.isEmpty) await new Promise<void>((resolve) => setWakeUp(resolve));
      clock.hold(openTools.isAnyOpen);
    }
    void iterator.return?.()?.catch(() => {});
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    result = { status: 'failed', text: partialText, error: classifyFailure({ message }) };
  } finally {
    clock.stop();
    stopListening();
    leaving.removeEventListener('abort', leave);
  }
  const hadEnded = result?.status === 'completed';
  let final: TurnResult = result ?? {
    status: 'failed',
    text: partialText,
    error: { code: 'CTX_AGENT_FAILED', message: `${driver.agentType} ended its stream without a result` },
  };
  if (reason !== undefined && !(hadEnded && reason !== 'cancelled')) {
    final = endedResult(final, reason, { agentType: driver.agentType, ...limits, hadEnded });
  }
  channel.push(redactEvent({ type: 'turn-end', result: final }, redact));
}
