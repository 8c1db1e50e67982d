import type { AgentEvent, TurnInput, TurnResult, Usage } from '@ctx/contract';
import { ChatHistory, isBlank, type Part, type RequestOptions } from '@ctx/model-context';
import { sumUsage } from '../drivers/turn-usage.ts';
import type { ApiDriverOptions } from './api-driver-options.ts';
import { AnswerError, toApiFailure } from './api-failure.ts';
import { ApiStep, type StepCall } from './api-step.ts';
import { createCompressor } from './compressor.ts';
import type { ModelService } from './model-service.ts';
import { runTool, type ToolOutcome } from './run-tool.ts';

/** The driver options that a turn needs. */
type ApiTurnOptions = Omit<ApiDriverOptions<unknown>, 'client'>;

const DEFAULT_MAX_STEPS = 25;

/** The answer and usage so far. They are part of the result even if the turn fails. */
interface Progress {
  text: string;
  usage: Usage | undefined;
}

/**
 * Runs one turn: sends the prompt, runs the tools that the model calls and sends their results, until it answers
 * without a call. The last event is `turn-end`. Never throws.
 */
export async function* runApiTurn(
  service: ModelService,
  options: ApiTurnOptions,
  input: TurnInput,
  callerSignal: AbortSignal,
): AsyncGenerator<AgentEvent> {
  // If the reader stops early, the request must be aborted.
  const leaving = new AbortController();
  const signal = AbortSignal.any([callerSignal, leaving.signal]);
  const progress: Progress = { text: '', usage: undefined };
  try {
    let result: TurnResult;
    try {
      signal.throwIfAborted();
      yield* converse(service, options, input, signal, progress);
      result = { status: 'completed', ...resultOf(progress) };
      if (isBlank(progress.text)) {
        yield { type: 'notice', kind: 'empty-answer', message: `${service.agentType} answered nothing.` };
      }
    } catch (thrown) {
      const { status, error } = toApiFailure(thrown, service.agentType, callerSignal);
      result = { status, ...resultOf(progress), error };
      if (status !== 'cancelled') yield { type: 'error', error };
    }
    if (progress.usage !== undefined) yield { type: 'usage', usage: progress.usage };
    yield { type: 'turn-end', result };
  } finally {
    leaving.abort();
  }
}

async function* converse(
  service: ModelService,
  options: ApiTurnOptions,
  input: TurnInput,
  signal: AbortSignal,
  progress: Progress,
): AsyncGenerator<AgentEvent> {
  const maxSteps = options.maxSteps ?? DEFAULT_MAX_STEPS;
  const history = new ChatHistory();
  const base = requestBase(options, input);
  const compressor = options.compress && createCompressor(service, base, options.compress, signal);
  let message: Part[] = [{ text: promptText(input.prompt) }];
  for (let stepNumber = 1; ; stepNumber += 1) {
    if (compressor !== undefined) {
      try {
        yield* compressor.compressBefore(history, message);
      } finally {
        progress.usage = sumUsage(progress.usage, compressor.takeUsage());
      }
    }
    const contents = history.requestContents(message, { thoughts: true });
    const step = new ApiStep({ ...base, contents }, options.mapArguments);
    try {
      yield* step.run(service, signal);
    } finally {
      progress.text = step.text;
      progress.usage = sumUsage(progress.usage, step.usage);
    }
    if (step.calls.length === 0) return;
    if (stepNumber >= maxSteps) {
      throw new AnswerError(`still asked for tools after ${maxSteps} requests; raise maxSteps if it needs more`);
    }
    history.record({ role: 'user', parts: message }, step.output());
    message = [];
    for (const call of step.calls) {
      yield { type: 'tool-call', id: call.id, name: call.name, input: call.args };
      const outcome = await runTool(options.tools ?? [], call, { signal, permissions: input.permissions });
      yield { type: 'tool-result', id: call.id, name: call.name, output: outcome.output, isError: outcome.isError };
      message.push(responsePart(call, outcome));
    }
    progress.text = '';
  }
}

/** The options that all requests of a turn share. */
function requestBase(options: ApiTurnOptions, input: TurnInput): Omit<RequestOptions, 'contents' | 'history'> {
  return {
    model: input.model ?? options.model,
    systemInstruction: input.systemFlag,
    tools: options.tools,
    textTools: options.textTools,
    think: options.think,
    noThinkTag: options.noThinkTag,
    thinkTags: options.thinkTags,
  };
}

/** A prompt as text. Chunks may be split anywhere, even inside a character. */
function promptText(prompt: TurnInput['prompt']): string {
  return typeof prompt === 'string' ? prompt : Buffer.concat(prompt).toString('utf8');
}

/** The response to a call, with the service's id of the call if it has one. */
function responsePart(call: StepCall, { response }: ToolOutcome): Part {
  const id = call.part.functionCall?.id;
  return { functionResponse: { ...(id ? { id } : {}), name: call.name, response } };
}

function resultOf({ text, usage }: Progress): { text: string; usage?: Usage } {
  return { text, ...(usage === undefined ? {} : { usage }) };
}
