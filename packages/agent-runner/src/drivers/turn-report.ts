import type { AgentEvent, ProcessExit, TurnResult, Usage } from '@ctx/contract';
import { createEscapeStripper, stripEscapes } from '../read/escape-stripper.ts';
import { classifyFailure } from '../result/classify-failure.ts';
import { createAnswerText } from './answer-text.ts';
import { EMPTY_ANSWER } from './driver-events.ts';
import { incompleteFailure, turnResult } from './parsed-result.ts';
import { knownUsage } from './turn-usage.ts';

/**
 * What a parser has to remember about its turn. Each method takes one thing the agent told, and returns the events of it;
 * `finish` makes the result. A parser that uses it is a switch over the agent's event names.
 */
export interface TurnReport {
  /** A bit of answer, as it is written. Terminal escapes are taken out, also where they are split. */
  delta(text: string): AgentEvent[];
  /** A whole piece of answer. If it repeats what came in deltas, it is not delivered again. */
  text(text: string): AgentEvent[];
  /** A tool call. Answer text after it is a new piece. Without an id or a name there is no event. */
  toolCall(call: { readonly id: string; readonly name: string; readonly input?: unknown }): AgentEvent[];
  /** The result of a tool call, with the id of the call. */
  toolResult(result: {
    readonly id: string;
    readonly output?: string | undefined;
    readonly isError?: boolean | undefined;
  }): AgentEvent[];
  /** The agent's own session; told once, however often the agent names it. */
  session(sessionId: string): AgentEvent[];
  /** Tokens of this turn. The last report counts; what is not a count is left out. */
  usage(usage: Usage): AgentEvent[];
  /** The agent says that it is done. If it has said nothing, a notice tells so. */
  complete(): AgentEvent[];
  /**
   * The agent says that it failed, in its own words. They, and the HTTP status where there is one, decide about the error
   * code. They are never answer text; what was said before stays as the partial answer.
   */
  fail(words: string, status?: number | undefined): AgentEvent[];
  /** True once the agent has said how its turn ended. */
  readonly ended: boolean;
  /** The result. A turn that the agent neither completed nor failed has failed, whatever the exit code is. */
  finish(exit: ProcessExit): TurnResult;
}

/** Nothing told yet. `agentName` is how error messages call the agent. */
export function createTurnReport(agentName: string): TurnReport {
  const answer = createPieces();
  let sessionId: string | undefined;
  let usage: Usage | undefined;
  let isComplete = false;
  let failure: { readonly words: string; readonly status?: number | undefined } | undefined;

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
      return failure === undefined && answer.final().trim() === '' ? [EMPTY_ANSWER] : [];
    },
    fail(words, status) {
      failure = { words: words || (failure?.words ?? ''), status: status ?? failure?.status };
      return [];
    },
    get ended() {
      return isComplete || failure !== undefined;
    },
    finish(exit) {
      const facts = { usage, sessionId };
      if (failure !== undefined) {
        const message = failure.words.trim() || `${agentName} reported an error`;
        const error = classifyFailure({ message, status: failure.status, stderr: exit.stderr });
        return turnResult('failed', answer.partial(failure.words), facts, error);
      }
      if (!isComplete) return turnResult('failed', answer.partial(), facts, incompleteFailure(agentName, exit));
      if (!answer.overflowed) return turnResult('completed', answer.final(), facts);
      const message = `${agentName} wrote a longer answer than can be kept`;
      return turnResult('failed', answer.final(), facts, classifyFailure({ message }));
    },
  };
}

/** An answer in pieces, between which tools are called: each comes in deltas, whole, or both. */
function createPieces() {
  const streamed = createAnswerText();
  let stripper = createEscapeStripper();
  let whole = '';
  /** The last piece before the one that is being said. */
  let before = '';

  const final = (): string => streamed.text() || whole;
  const keep = (piece: string): void => {
    if (piece.trim() !== '') before = piece;
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
    /** What was said of an answer that failed: the newest piece that is not the words of the error. */
    partial: (errorWords = ''): string => {
      const said = final();
      // Some agents stream the words of their error as if they were answer.
      const last = errorWords !== '' && said.endsWith(errorWords) ? said.slice(0, -errorWords.length) : said;
      return last.trim() === '' ? before : last;
    },
    get overflowed() {
      return streamed.overflowed;
    },
  };
}
