import type { AgentEvent, ProcessDriver, StreamDriver, TurnInput, TurnResult } from '@ctx/contract';
import type { DriverScenario } from '../driver/driver-scenarios.ts';
import { type RunTurn, USUAL_PLACE } from '../driver/run-turn.ts';
import { playScenario, untilAborted } from './sample-driver.ts';

/** A runner without processes: it plays the sample agent itself. The tests of `@ctx/agent-runner` use the real one. */
export const playTurn: RunTurn = async function* (driver, input, options) {
  const ending = new AbortController();
  let status: 'cancelled' | 'timed-out' = 'cancelled';
  const cancel = () => ending.abort();
  if (options.signal?.aborted) cancel();
  options.signal?.addEventListener('abort', cancel);
  // The sample agent is fast, so a twentieth of the time is enough.
  const timer =
    options.timeoutMs === undefined
      ? undefined
      : setTimeout(() => {
          status = 'timed-out';
          ending.abort();
        }, options.timeoutMs / 20);
  try {
    for await (const event of driver.kind === 'process'
      ? playProcess(driver, input, ending.signal)
      : playStream(driver, input, ending.signal)) {
      if (event.type !== 'turn-end' || !ending.signal.aborted) yield event;
      else yield { type: 'turn-end', result: ended(event.result, status) };
    }
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', cancel);
  }
};

function ended(result: TurnResult, status: 'cancelled' | 'timed-out'): TurnResult {
  const code = status === 'cancelled' ? 'CTX_AGENT_CANCELLED' : 'CTX_AGENT_TIMEOUT';
  return { ...result, status, error: { code, message: 'The runner ended the turn' } };
}

async function* playProcess(driver: ProcessDriver, input: TurnInput, signal: AbortSignal): AsyncGenerator<AgentEvent> {
  const { args, stdin } = driver.command(input, USUAL_PLACE);
  const scenario = args[1] as DriverScenario;
  const parser = driver.createParser(input);
  const prompt = typeof stdin === 'string' ? stdin : Buffer.concat(stdin).toString();
  const { lines, exitCode } = playScenario(scenario, prompt);
  for (const line of lines) {
    await null;
    if (signal.aborted) break;
    yield* parser.json?.(line) ?? parser.text(JSON.stringify(line));
  }
  if (scenario === 'hang') await untilAborted(signal);
  yield { type: 'turn-end', result: parser.finish({ exitCode, signal: null, stderr: '' }) };
}

async function* playStream(driver: StreamDriver, input: TurnInput, signal: AbortSignal): AsyncGenerator<AgentEvent> {
  let isOver = false;
  for await (const event of driver.stream(input, { signal })) {
    isOver ||= event.type === 'turn-end';
    yield event;
  }
  if (!isOver && signal.aborted) yield { type: 'turn-end', result: { status: 'failed', text: '' } };
}
