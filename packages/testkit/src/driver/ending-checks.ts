import type { AgentDriver, AgentEvent, StreamDriver } from '@ctx/contract';
import { fail } from '../problem.ts';
import { checkEvent } from './event-checks.ts';
import { type RunTurn, runToEnd, USUAL_INPUT, unlessItHangs } from './run-turn.ts';
import { expectPartial } from './turn-checks.ts';

/** An agent that holds its words back until it has a whole line is aborted after this time. */
const SILENT_MS = 500;

/** Aborts at the first word of the answer, or when none comes. */
function abortAtFirstWord(): { readonly signal: AbortSignal; readonly onEvent: (event: AgentEvent) => void } {
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

/** Aborting while the agent speaks ends the turn as cancelled, with what was said. */
export async function checkCancel(run: RunTurn, driver: AgentDriver): Promise<void> {
  const { signal, onEvent } = abortAtFirstWord();
  const { events, result } = await runToEnd(run, driver, USUAL_INPUT, { signal }, onEvent);
  events.forEach(checkEvent);
  if (result.status !== 'cancelled')
    fail(`A turn that was aborted is ${result.status}`, 'Say cancelled for a turn whose signal was aborted');
  if (result.error?.code !== 'CTX_AGENT_CANCELLED')
    fail(`A cancelled turn has the code ${result.error?.code}`, 'Use CTX_AGENT_CANCELLED');
  expectPartial(events, result);
}

/** A signal that is aborted already never starts the agent. */
export async function checkCancelledBefore(run: RunTurn, driver: AgentDriver): Promise<void> {
  const { result } = await runToEnd(run, driver, USUAL_INPUT, { signal: AbortSignal.abort() });
  if (result.status !== 'cancelled')
    fail(`A turn aborted before it began is ${result.status}`, 'Look at signal.aborted before you start');
}

/** A turn that does not end is ended. */
export async function checkTimeout(run: RunTurn, driver: AgentDriver): Promise<void> {
  const { events, result } = await runToEnd(run, driver, USUAL_INPUT, { timeoutMs: 300 });
  if (result.status !== 'timed-out')
    fail(
      `A turn beyond its timeoutMs is ${result.status}`,
      'The runner’s own clock ends it; the driver only has to stop',
    );
  if (result.error?.code !== 'CTX_AGENT_TIMEOUT')
    fail(`A turn that timed out has the code ${result.error?.code}`, 'Use CTX_AGENT_TIMEOUT');
  expectPartial(events, result);
}

/** A stream obeys its signal by itself, without a runner that gives up on it. */
export async function checkStreamObeysSignal(driver: StreamDriver): Promise<void> {
  for (const abortFirst of [true, false]) {
    const { signal, onEvent } = abortFirst ? { signal: AbortSignal.abort(), onEvent: () => {} } : abortAtFirstWord();
    const reading = (async () => {
      for await (const event of driver.stream(USUAL_INPUT, { signal })) onEvent(event);
    })();
    // How it ends is the runner's business; that it ends is the driver's.
    await unlessItHangs(
      reading.catch(() => {}),
      `A stream whose signal was aborted ${abortFirst ? 'before it began' : 'in the middle'} goes on`,
    );
  }
}
