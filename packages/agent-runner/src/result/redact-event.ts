import type { AgentEvent, AgentFailure, TurnResult } from '@ctx/contract';
import { oneLine } from '../text/one-line.ts';
import type { Redactor } from './redactor.ts';

const MAX_MESSAGE_CHARACTERS = 2_000;

/**
 * The event with secrets removed from notices and errors. The message of an error becomes one line. Answers, tool input
 * and tool output are never changed.
 */
export function redactEvent(event: AgentEvent, redact: Redactor): AgentEvent {
  switch (event.type) {
    case 'notice':
      return { ...event, message: redact(event.message) };
    case 'error':
      return { ...event, error: redactFailure(event.error, redact) };
    case 'turn-end':
      return { ...event, result: redactResult(event.result, redact) };
    default:
      return event;
  }
}

function redactResult(result: TurnResult, redact: Redactor): TurnResult {
  return result.error === undefined ? result : { ...result, error: redactFailure(result.error, redact) };
}

function redactFailure(failure: AgentFailure, redact: Redactor): AgentFailure {
  const clean = { ...failure, message: oneLine(redact(failure.message), MAX_MESSAGE_CHARACTERS) };
  return failure.stderr === undefined ? clean : { ...clean, stderr: redact(failure.stderr) };
}
