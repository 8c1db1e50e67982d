import type { AgentEvent, StreamDriver, TurnInput, TurnResult } from '@ctx/contract';
import { checkPermissions } from '../prepare/check-permissions.ts';
import { createOpenTools } from '../read/open-tools.ts';
import { createRetryNotices } from '../read/retry-notices.ts';
import { startTurnClock } from '../read/turn-clock.ts';
import { classifyFailure } from '../result/classify-failure.ts';
import { type EndReason, endedResult } from '../result/ended-result.ts';
import { redactEvent } from '../result/redact-event.ts';
import { createRedactor, secretValues } from '../result/redactor.ts';
import type { EventChannel } from './event-channel.ts';
import { type RunOptions, turnLimits } from './run-options.ts';

/** Time that an aborted stream has to end by itself. */
const ABORT_DEADLINE_MS = 2_000;

/** Runs a turn of an agent behind an API, with the same time-outs, cancelling and redaction as for a process. */
export async function runStreamTurn(
  driver: StreamDriver,
  input: TurnInput,
  options: RunOptions & { readonly signal: AbortSignal },
  events: EventChannel<AgentEvent>,
): Promise<void> {
  const limits = turnLimits(options, undefined);
  checkPermissions(input, { allowFullAccess: options.allowFullAccess === true });
  const redact = createRedactor(secretValues(process.env, options.env));
  const abort = new AbortController();
  const openTools = createOpenTools();
  const retries = createRetryNotices();
  let answer = '';
  let reason: EndReason | undefined;
  let giveUp: () => void = () => {};
  const givenUp = new Promise<undefined>((resolve) => {
    giveUp = () => resolve(undefined);
  });
  const end = (endReason: EndReason): void => {
    if (reason !== undefined) return;
    reason = endReason;
    abort.abort();
    // A driver that ignores its signal must not keep the turn open.
    setTimeout(giveUp, ABORT_DEADLINE_MS).unref();
  };
  const clock = startTurnClock({ ...limits, settleMs: limits.idleTimeoutMs, onTimeout: end });

  const deliver = async (event: AgentEvent): Promise<void> => {
    openTools.note(event);
    retries.note(event);
    // A retry does not count as output. The clock is not held for it either: releasing it would restart the idle time.
    const isProgress = !retries.takeOnlyRetried();
    if (isProgress) clock.sawOutput();
    if (event.type === 'text-delta' || event.type === 'text') answer += event.text;
    if (event.type === 'tool-call') answer = '';
    events.push(redactEvent(event, redact));
    if (isProgress) clock.hold(openTools.isAnyOpen || !events.isEmpty);
    await events.whenEmpty();
    clock.hold(openTools.isAnyOpen);
  };

  const cancel = (): void => end('cancelled');
  options.signal.addEventListener('abort', cancel);
  if (options.signal.aborted) cancel();
  let result: TurnResult | undefined;
  try {
    result = await readToEnd(driver.stream(input, { signal: abort.signal }), givenUp, deliver);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    result = { status: 'failed', text: answer, error: classifyFailure({ message }) };
  } finally {
    clock.stop();
    options.signal.removeEventListener('abort', cancel);
  }
  result ??= {
    status: 'failed',
    text: answer,
    error: { code: 'CTX_AGENT_FAILED', message: `${driver.agentType} ended its stream without a result.` },
  };
  if (reason !== undefined) {
    const hadEnded = result.status === 'completed';
    const facts = { agentType: driver.agentType, ...limits, hadEnded, lastRetry: retries.last };
    result = endedResult(result, reason, facts);
  }
  events.push(redactEvent({ type: 'turn-end', result }, redact));
}

/** Delivers the events of a stream one by one. Gives the result it ends with; `undefined` when it has none. */
async function readToEnd(
  stream: AsyncIterable<AgentEvent>,
  givenUp: Promise<undefined>,
  deliver: (event: AgentEvent) => Promise<void>,
): Promise<TurnResult | undefined> {
  const iterator = stream[Symbol.asyncIterator]();
  try {
    for (;;) {
      const step = await Promise.race([iterator.next(), givenUp]);
      if (step === undefined || step.done === true) return undefined;
      if (step.value.type === 'turn-end') return step.value.result;
      await deliver(step.value);
    }
  } finally {
    void iterator.return?.()?.catch(() => {});
  }
}
