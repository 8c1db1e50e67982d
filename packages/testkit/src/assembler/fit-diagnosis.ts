import type { AssemblerInput, AssemblerOutput } from '@ctx/contract';
import { outputBytes } from '../byte-size.ts';
import { describeError, fail } from '../problem.ts';
import type { ExpectedFit } from './expected-fit.ts';
import { countOf, firstDifference, sameOutput, textOf } from './output-text.ts';
import { SENTINELS, type TextPart } from './sample-input.ts';
import type { Sweep, SweepStep } from './sweep.ts';

/** Fails unless the step gave exactly what the budget rules say, and names the rule that was broken. */
export function checkFit(sweep: Sweep, { maxBytes, expected, outcome }: SweepStep): void {
  const where = `with ${maxBytes} bytes, ${sweep.title}`;
  if (outcome.kind === 'threw') {
    fail(
      `assemble() threw ${describeError(outcome.error)} ${where}`,
      'The only error a valid budget may give is ContextBudgetError',
    );
  }
  if (outcome.kind === 'refused') {
    if (expected.kind === 'refused') return;
    fail(
      `assemble() refused ${where}, though ${outputBytes(expected.output)} bytes are enough`,
      'Drop context, then cut the message, and refuse only when one character of it does not fit',
    );
  }
  if (expected.kind === 'refused') {
    fail(
      `assemble() did not refuse ${where}, though instructions, task and one character of the message need ${expected.requiredBytes}`,
      'Throw ContextBudgetError instead of cutting instructions or task, or leaving out the whole message',
    );
  }
  if (!sameOutput(outcome.output, expected.output)) explainDifference(sweep.input, expected, outcome.output, where);
}

function explainDifference(
  input: AssemblerInput,
  expected: ExpectedFit & { kind: 'output' },
  output: AssemblerOutput,
  where: string,
): never {
  for (const part of ['task', 'systemInstruction', 'instructionFileText'] satisfies TextPart[]) {
    const [found, wanted] = [output, expected.output].map((one) => countOf(textOf(one), SENTINELS[part]));
    if (found !== wanted)
      fail(`The ${part} is there ${found} times ${where}`, 'Instructions and task are never cut, dropped or repeated');
  }
  const kept = keptIndexes(input, output);
  const wanted = keptIndexes(input, expected.output);
  const fullMessage = input.currentMessage.trim();
  if (!expected.cut && fullMessage !== '' && !textOf(output).includes(fullMessage)) {
    fail(
      `The message is cut ${where}, though the budget holds it whole`,
      'Drop all context before you cut the message',
    );
  }
  if (kept.length < wanted.length) {
    fail(
      `Only ${kept.length} context messages are kept ${where}, where ${wanted.length} fit`,
      'Drop the oldest first and as few as needed; a prompt of exactly maxBytes fits',
    );
  }
  if (kept.length > wanted.length) {
    fail(
      `${kept.length} context messages are kept ${where}, where only ${wanted.length} fit`,
      'Count headings and separators in UTF-8 bytes and drop until it fits',
    );
  }
  if (kept.join() !== wanted.join()) {
    fail(
      `Context messages ${kept.join(', ')} are kept ${where} instead of ${wanted.join(', ')}`,
      'Keep the newest ones, without gaps: drop from the oldest on',
    );
  }
  const difference = firstDifference(expected.output, output);
  if (expected.cut) {
    fail(
      `The message is cut wrongly ${where}: ${difference}`,
      'Keep the longest prefix of whole code points that fits, untrimmed, and add nothing',
    );
  }
  fail(
    `What is left after dropping ${where} is not the prompt of the kept messages: ${difference}`,
    'Dropped messages leave no trace; the last one takes the heading with it',
  );
}

/** Which context messages a prompt holds, by position; those without text of their own are left out. */
export function keptIndexes(input: AssemblerInput, output: AssemblerOutput): number[] {
  const text = textOf(output);
  return input.contextMessages.flatMap(({ from, content }, index) =>
    text.includes(from) && text.includes(content) ? [index] : [],
  );
}
