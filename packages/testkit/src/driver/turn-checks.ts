import type { AgentDriver, AgentEvent, TurnResult } from '@ctx/contract';
import { fail, quote, quoteMessage } from '../problem.ts';
import { SCENARIO_ANSWER, SCENARIO_PARTIAL } from './driver-scenarios.ts';
import { checkEvent } from './event-checks.ts';
import { deliveredText, type RunTurn, runToEnd, USUAL_INPUT } from './run-turn.ts';

/** The whole answer is delivered once, and is the text of the result. No event repeats the prompt. */
export async function checkAnswer(run: RunTurn, driver: AgentDriver): Promise<void> {
  const { events, result } = await runToEnd(run, driver);
  events.forEach(checkEvent);
  expectCompleted(result, SCENARIO_ANSWER);
  expectDeliveredOnce(events, result);
  if (JSON.stringify(events.filter(({ type }) => type !== 'raw')).includes('the-prompt-7f')) {
    fail('An event repeats the prompt', 'Leave out the prompt that the agent echoes: it is not part of the answer');
  }
}

/** Tool calls are reported with their results, and are not part of the answer. */
export async function checkToolCall(run: RunTurn, driver: AgentDriver): Promise<void> {
  const { events, result } = await runToEnd(run, driver);
  events.forEach(checkEvent);
  const open = new Set<string>();
  let calls = 0;
  for (const event of events) {
    if (event.type === 'tool-call') {
      calls++;
      open.add(event.id);
    }
    if (event.type === 'tool-result' && !open.delete(event.id)) {
      fail(
        `A tool-result has the id ${quote(event.id)}, which no open tool-call has`,
        'Give call and result the same id, and send the call first',
      );
    }
  }
  if (calls === 0) fail('There is no tool-call event', 'Send one for each call, with its id, name and input');
  if (open.size > 0) fail('A tool-call has no tool-result', 'Send each result with the id of its call');
  expectCompleted(result, SCENARIO_ANSWER);
  const lastTool = events.findLastIndex(({ type }) => type === 'tool-call' || type === 'tool-result');
  expectDeliveredOnce(events.slice(lastTool + 1), result);
}

/** A turn that succeeds without any text is completed, with a notice. */
export async function checkEmptyAnswer(run: RunTurn, driver: AgentDriver): Promise<void> {
  const { events, result } = await runToEnd(run, driver);
  events.forEach(checkEvent);
  expectCompleted(result, '');
  if (!events.some((event) => event.type === 'notice' && event.kind === 'empty-answer')) {
    fail(
      'An empty answer comes without a notice',
      'Send { type: "notice", kind: "empty-answer", message }, so that nobody waits for more',
    );
  }
}

/** A failure is a result with the right code, and its message is not part of the answer. */
export async function checkFailedTurn(run: RunTurn, driver: AgentDriver, code: string): Promise<void> {
  const { events, result } = await runToEnd(run, driver);
  events.forEach(checkEvent);
  if (result.status !== 'failed') {
    fail(
      `The turn is ${result.status} instead of failed`,
      'Return failed if the agent failed, even if the process exits with code 0',
    );
  }
  if (result.error?.code !== code) {
    fail(`The failure has the code ${result.error?.code}`, `Use ${code} for this failure`);
  }
  expectPartial(events, result);
  if (result.text !== '' && result.text !== SCENARIO_PARTIAL) {
    fail(
      `The text of a failed turn is ${quote(result.text)}`,
      'Give the partial answer or "", never the error message',
    );
  }
}

/** The text of a turn that did not complete is the delivered part of the answer, or empty. */
export function expectPartial(events: readonly AgentEvent[], result: TurnResult): void {
  if (result.text !== '' && !deliveredText(events).includes(result.text)) {
    fail(
      `The text ${quote(result.text)} of a turn that did not complete was never delivered`,
      'Give the partial answer or ""',
    );
  }
}

function expectCompleted(result: TurnResult, answer: string): void {
  if (result.status !== 'completed') {
    fail(
      `The turn is ${result.status} instead of completed: ${quoteMessage(result.error?.message)}`,
      'Return completed if the agent succeeded',
    );
  }
  if (result.text !== answer) {
    fail(`The answer is ${quote(result.text)} instead of ${quote(answer)}`, 'Give the whole final text, unchanged');
  }
}

function expectDeliveredOnce(events: readonly AgentEvent[], result: TurnResult): void {
  const delivered = deliveredText(events);
  if (delivered === result.text) return;
  const twice = delivered === `${result.text}${result.text}`;
  fail(
    `Events deliver ${quote(delivered)}${twice ? ', the answer twice' : ''}, but the result says ${quote(result.text)}`,
    'Deliver each piece of the answer once, as text-deltas or as one text, and nothing else',
  );
}

/** Of many turns at once, each answers its own prompt. */
export async function checkManyAtOnce(run: RunTurn, driver: AgentDriver, turns: number): Promise<void> {
  const prompts = Array.from({ length: turns }, (_, index) => `prompt number ${index}, 漢 and 🙂`);
  const finished = await Promise.all(prompts.map((prompt) => runToEnd(run, driver, { ...USUAL_INPUT, prompt })));
  for (const [index, { events, result }] of finished.entries()) {
    if (result.status !== 'completed' || !result.text.includes(prompts[index]!)) {
      fail(
        `Of ${turns} turns at once, number ${index} is ${result.status} with ${quote(result.text)}`,
        'Keep no state in the driver: keep all state of a turn in its parser or its stream',
      );
    }
    for (const [other, prompt] of prompts.entries()) {
      if (other !== index && `${deliveredText(events)}${result.text}`.includes(prompt)) {
        fail(`Turn ${index} has text of turn ${other}`, 'Keep all state of a turn in its parser or its stream');
      }
    }
  }
}

/** A prompt in chunks reaches the agent like the same prompt in one piece. */
export async function checkChunkedPrompt(run: RunTurn, driver: AgentDriver): Promise<void> {
  const prompt = 'in chunks: é 漢 🙂 end';
  const bytes = Buffer.from(prompt);
  const chunks = Array.from(bytes, (byte) => Uint8Array.of(byte));
  const { result } = await runToEnd(run, driver, { ...USUAL_INPUT, prompt: chunks });
  if (result.status !== 'completed') {
    fail(
      `A turn with a prompt in chunks is ${result.status} instead of completed: ${quoteMessage(result.error?.message)}`,
      'Return completed if the agent succeeded',
    );
  }
  if (!result.text.includes(prompt)) {
    fail(`A prompt in chunks of one byte is echoed as ${quote(result.text)}`, 'Join bytes before you decode them');
  }
}
