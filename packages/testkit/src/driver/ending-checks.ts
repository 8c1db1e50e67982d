import type { AgentDriver, AgentEvent, StreamDriver } from '@ctx/contract';
import { fail } from '../problem.ts';
import { checkEvent } from './event-checks.ts';
import { type RunTurn, runToEnd, USUAL_INPUT, untilEnd } from './run-turn.ts';
import { expectPartial } from './turn-checks.ts';

/** Some agents hold their text back until a line is complete. Those are aborted after this time. */
const SILENT_MS = 500;

/** Aborts at the first text of the answer, or after `SILENT_MS` without any. */
function abortAtFirstText(): { readonly signal: AbortSignal; readonly onEvent: (event: AgentEvent) => void } {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), SILENT_MS);
  return {
    signal: controller.signal,
    onEvent: ({ type }) => {
      if (type !== 'text' && type !== 'text-delta') return;
      clearTimeout(timer);
      controller.abort();
    },
  };
}

/** Aborting while the agent answers ends the turn as cancelled, with the partial answer. */
export async function checkCancel(run: RunTurn, driver: AgentDriver): Promise<void> {
  const { signal, onEvent } = abortAtFirstText();
  const { events, result } = await runToEnd(run, driver, USUAL_INPUT, { signal }, onEvent);
  events.forEach(checkEvent);
  if (result.status !== 'cancelled') {
    fail(`An aborted turn has the status ${result.status}`, 'End a turn whose signal is aborted as cancelled');
  }
  if (result.error?.code !== 'CTX_AGENT_CANCELLED') {
    fail(`A cancelled turn has the error code ${result.error?.code}`, 'Use CTX_AGENT_CANCELLED');
  }
  expectPartial(events, result);
}

/** A turn whose signal is already aborted does not start the agent. */
export async function checkCancelledBefore(run: RunTurn, driver: AgentDriver): Promise<void> {
  const { result } = await runToEnd(run, driver, USUAL_INPUT, { signal: AbortSignal.abort() });
  if (result.status !== 'cancelled') {
    fail(
      `A turn aborted before its start has the status ${result.status} instead of cancelled`,
      'Check signal.aborted before you start',
    );
  }
}

/** A turn that does not end is ended after its `timeoutMs`. */
export async function checkTimeout(run: RunTurn, driver: AgentDriver): Promise<void> {
  const { events, result } = await runToEnd(run, driver, USUAL_INPUT, { timeoutMs: 300 });
  if (result.status !== 'timed-out') {
    fail(
      `A turn that ran longer than its timeoutMs has the status ${result.status} instead of timed-out`,
      'Stop when the signal is aborted; the runner sets the time-out and the status',
    );
  }
  if (result.error?.code !== 'CTX_AGENT_TIMEOUT') {
    fail(`A timed-out turn has the error code ${result.error?.code}`, 'Use CTX_AGENT_TIMEOUT');
  }
  expectPartial(events, result);
}

/** A stream stops by itself when its signal is aborted, without a runner that stops reading it. */
export async function checkStreamObeysSignal(driver: StreamDriver): Promise<void> {
  for (const abortFirst of [true, false]) {
    const { signal, onEvent } = abortFirst ? { signal: AbortSignal.abort(), onEvent: () => {} } : abortAtFirstText();
    const reading = (async () => {
      for await (const event of driver.stream(USUAL_INPUT, { signal })) onEvent(event);
    })();
    // The stream may end in any way, also by rejecting, as long as it ends.
    await untilEnd(
      reading.catch(() => {}),
      `A stream whose signal was aborted ${abortFirst ? 'before its start' : 'in the middle'} did not end`,
    );
  }
}
