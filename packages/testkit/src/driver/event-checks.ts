import type { AgentEvent, AgentFailure, NoticeEvent, TurnResult, Usage } from '@ctx/contract';
import { fail, quote } from '../problem.ts';

const STATUSES: readonly unknown[] = ['completed', 'failed', 'cancelled', 'timed-out'];
const NOTICE_KINDS: Readonly<Record<NoticeEvent['kind'], true>> = {
  retry: true,
  'permission-denied': true,
  'empty-answer': true,
  restart: true,
  warning: true,
  compacted: true,
};

/** Fails unless the event has a type and fields that the contract knows. */
export function checkEvent(event: AgentEvent): void {
  const expectText = (name: string, value: unknown) => {
    if (typeof value !== 'string') {
      fail(`A ${event.type} event has ${name} ${quote(value)} instead of a string`, 'Give a string');
    }
  };
  switch (event.type) {
    case 'session-start':
      expectText('sessionId', event.sessionId);
      break;
    case 'text-delta':
    case 'text':
    case 'reasoning':
      expectText('text', event.text);
      break;
    case 'tool-call':
      for (const field of ['id', 'name'] as const) {
        expectText(field, event[field]);
        if (event[field] === '') fail(`A tool-call event has an empty ${field}`, 'Give every call an id and a name');
      }
      break;
    case 'tool-result':
      expectText('id', event.id);
      expectText('output', event.output);
      if (typeof event.isError !== 'boolean') {
        fail(`A tool-result event has isError ${quote(event.isError)} instead of a boolean`, 'Give a boolean');
      }
      break;
    case 'notice':
      expectText('message', event.message);
      if (!Object.hasOwn(NOTICE_KINDS, event.kind)) {
        fail(`A notice event has the kind ${quote(event.kind)}`, `Use one of ${Object.keys(NOTICE_KINDS).join(', ')}`);
      }
      break;
    case 'usage':
      checkUsage(event.usage);
      break;
    case 'error':
      checkFailure(event.error);
      break;
    case 'raw':
      break;
    case 'turn-end':
      checkResult(event.result);
      break;
    default:
      fail(
        `There is an event of type ${quote((event as AgentEvent).type)}, which the contract does not know`,
        'Pass on what you do not know as { type: "raw", data }',
      );
  }
}

/** Fails unless a result is complete: status, text, numbers, and an error exactly if the status is not `completed`. */
export function checkResult(result: TurnResult): void {
  if (typeof result !== 'object' || result === null || !STATUSES.includes(result.status)) {
    fail(
      `A turn ended with the result ${quote(JSON.stringify(result))}`,
      `Give a result whose status is one of ${STATUSES.join(', ')}`,
    );
  }
  if (typeof result.text !== 'string') {
    fail(`The text of a result is ${quote(result.text)} instead of a string`, 'Give a string; "" if there is no text');
  }
  if (result.usage !== undefined) checkUsage(result.usage);
  if (result.totals?.usage !== undefined) checkUsage(result.totals.usage);
  for (const cost of [result.costUsd, result.totals?.costUsd]) {
    if (cost !== undefined && !(Number.isFinite(cost) && cost >= 0)) {
      fail(`costUsd is ${quote(cost)}`, 'Give a number of 0 or more, or leave it out if it is not known');
    }
  }
  if (result.status === 'completed') {
    if (result.error !== undefined) fail('A completed turn has an error', 'Leave the error out, or use status failed');
    return;
  }
  if (result.error === undefined) {
    fail(`A ${result.status} turn has no error`, 'Give an error with a code and a message of one line');
  }
  checkFailure(result.error);
}

function checkFailure(error: AgentFailure): void {
  if (typeof error?.code !== 'string' || !error.code.startsWith('CTX_')) {
    fail(`A failure has the code ${quote(error?.code)}`, 'Use the codes of the contract, such as CTX_AGENT_FAILED');
  }
  if (typeof error.message !== 'string' || error.message.trim() === '' || error.message.includes('\n')) {
    fail(`A failure has the message ${quote(error.message)}`, 'Give one line that says what happened and what to do');
  }
  if (error.retryAfterMs !== undefined && !(error.retryAfterMs >= 0)) {
    fail(`retryAfterMs is ${quote(error.retryAfterMs)}`, 'Give milliseconds from now, or leave it out');
  }
}

/** Fails for numbers that cannot be token counts. Unknown counts are left out; 0 is allowed. */
function checkUsage(usage: Usage): void {
  const { inputTokens, cachedInputTokens } = usage;
  for (const [name, value] of Object.entries(usage)) {
    if (value !== undefined && !(Number.isInteger(value) && value >= 0)) {
      fail(
        `Usage says ${name} ${quote(value)}`,
        'Give whole numbers of 0 or more, and leave out counts that the agent did not report',
      );
    }
  }
  if (inputTokens !== undefined && cachedInputTokens !== undefined && cachedInputTokens > inputTokens) {
    fail(
      `Usage says ${cachedInputTokens} cached of ${inputTokens} input tokens`,
      'Count all input in inputTokens, cached tokens included',
    );
  }
}
