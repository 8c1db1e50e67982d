import type { AgentEvent, ProcessExit, TurnResult, Usage } from '@ctx/contract';
import { isBlank } from '@ctx/model-context';
import { createEscapeStripper, stripEscapes } from '../read/escape-stripper.ts';
import { classifyFailure } from '../result/classify-failure.ts';
import { createAnswerText } from './answer-text.ts';
import { EMPTY_ANSWER } from './driver-events.ts';
import { tooLongFailure, turnFailure, turnResult } from './parsed-result.ts';
import { knownUsage } from './turn-usage.ts';

/**
 * Keeps the state of a turn for a parser. Each method takes one thing that the agent reported and returns its events;
 * `finish` makes the result. With it, a parser is only a switch over the agent's event names.
 */
export interface TurnReport {
  /** Answer text while it is written. Terminal escapes are removed, even if split between two deltas. */
  delta(text: string): AgentEvent[];
  /** A complete part of the answer. If it repeats the deltas, it is not delivered again. */
  text(text: string): AgentEvent[];
  /** A tool call. Answer text after it is a new part. Without an id or a name there is no event. */
  toolCall(call: { readonly id: string; readonly name: string; readonly input?: unknown }): AgentEvent[];
  /** The result of a tool call, with the id of the call. */
  toolResult(result: {
    readonly id: string;
    readonly output?: string | undefined;
    readonly isError?: boolean | undefined;
  }): AgentEvent[];
  /** The agent's own session. Reported once, even if the agent repeats it. */
  session(sessionId: string): AgentEvent[];
  /** Tokens of this turn. The last report counts; invalid counts are left out. */
  usage(usage: Usage): AgentEvent[];
  /** The agent reports that it is done. An empty answer gives a notice. */
  complete(): AgentEvent[];
  /**
   * The agent reports an error. Its message, and the HTTP status if there is one, decide the error code. The message is
   * never answer text; the answer so far stays as the partial answer.
   */
  fail(message: string, status?: number | undefined): AgentEvent[];
  /** True after the agent has reported how its turn ended. */
  readonly ended: boolean;
  /** The result. If the agent reported neither completion nor failure, the turn failed, even with exit code 0. */
  finish(exit: ProcessExit): TurnResult;
}

/** Creates an empty report. `agentName` names the agent in error messages. */
export function createTurnReport(agentName: string): TurnReport {
  const answer = createParts();
  let sessionId: string | undefined;
  let usage: Usage | undefined;
  let isComplete = false;
  let failure: { readonly message: string; readonly status?: number | undefined } | undefined;

  return {
    delta: answer.delta,
    text: answer.whole,
    toolCall({ id, name, input }) {
      if (id === '' || name === '') return [];
      answer.startNext();
      return [{ type: 'tool-call', id, name, input: input ?? {} }];
    },
    toolResult({ id, output = '', isError = false }) {
      answer.startNext();
      return [{ type: 'tool-result', id, output, isError }];
    },
    session(id) {
      if (id === '' || id === sessionId) return [];
      sessionId = id;
      return [{ type: 'session-start', sessionId }];
    },
    usage(reported) {
      const known = knownUsage(reported);
      if (known === undefined) return [];
      usage = known;
      return [{ type: 'usage', usage }];
    },
    complete() {
      if (isComplete) return [];
      isComplete = true;
      return failure === undefined && isBlank(answer.final()) ? [EMPTY_ANSWER] : [];
    },
    fail(message, status) {
      failure = { message: message || (failure?.message ?? ''), status: status ?? failure?.status };
      return [];
    },
    get ended() {
      return isComplete || failure !== undefined;
    },
    finish(exit) {
      const facts = { usage, sessionId };
      if (failure !== undefined) {
        const message = failure.message.trim() || `${agentName} reported an error.`;
        const error = classifyFailure({ message, status: failure.status, stderr: exit.stderr });
        return turnResult('failed', answer.partial(failure.message), facts, error);
      }
      if (!isComplete) return turnResult('failed', answer.partial(), facts, turnFailure(agentName, exit));
      if (!answer.overflowed) return turnResult('completed', answer.final(), facts);
      return turnResult('failed', answer.final(), facts, tooLongFailure(agentName));
    },
  };
}

/** The parts of an answer, with tool calls between them. Each part comes in deltas, whole, or both. */
function createParts() {
  const streamed = createAnswerText();
  let stripper = createEscapeStripper();
  let whole = '';
  /** The last part before the current one that is not blank. */
  let previous = '';

  const final = (): string => streamed.text() || whole;
  const keep = (part: string): void => {
    if (!isBlank(part)) previous = part;
  };
  const endStreamed = (): void => {
    streamed.clear();
    stripper = createEscapeStripper();
  };

  return {
    delta(delta: string): AgentEvent[] {
      const text = stripper.push(delta);
      if (text === '') return [];
      keep(whole);
      whole = '';
      streamed.append(text);
      return [{ type: 'text-delta', text }];
    },
    whole(found: string): AgentEvent[] {
      const text = stripEscapes(found);
      if (text === '') return [];
      const isRepeated = text === streamed.text();
      if (!isRepeated) keep(final());
      whole = text;
      endStreamed();
      return isRepeated ? [] : [{ type: 'text', text }];
    },
    startNext(): void {
      keep(streamed.text());
      endStreamed();
    },
    final,
    /** The partial answer of a failed turn: the last part without the error message, or the one before it. */
    partial: (errorMessage?: string): string => {
      const last = final();
      // Some agents stream their error message as if it were answer text.
      const answer = errorMessage && last.endsWith(errorMessage) ? last.slice(0, -errorMessage.length) : last;
      return isBlank(answer) ? previous : answer;
    },
    get overflowed() {
      return streamed.overflowed;
    },
  };
}
