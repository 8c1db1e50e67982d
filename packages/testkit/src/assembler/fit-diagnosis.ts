import type { AssemblerOutput } from '@ctx/contract';
import { describeError, fail, quote } from '../problem.ts';
import { writtenBy } from './declared.ts';
import type { ExpectedFit } from './expected-fit.ts';
import { piecesOf } from './frame-text.ts';
import { hasLayout } from './layout-checks.ts';
import { countOf, firstDifference, sameOutput, textOf } from './output-text.ts';
import { SENTINELS, type TextPart } from './sample-input.ts';
import { render, UNLIMITED } from './subject.ts';
import { type Sweep, type SweepStep, whereOf } from './sweep.ts';

/** Fails unless the output is exactly the one the budget rules require, and names the broken rule. */
export function checkFit(sweep: Sweep, step: SweepStep): void {
  const { expected, outcome } = step;
  const { unit } = sweep;
  const where = whereOf(sweep, step);
  if (outcome.kind === 'threw') {
    fail(
      `assemble() threw ${describeError(outcome.error)} ${where}`,
      'Throw nothing but ContextBudgetError for a valid budget',
    );
  }
  if (outcome.kind === 'refused') {
    if (expected.kind === 'refused') return;
    fail(
      `assemble() refused ${where}, but ${unit.size(expected.output)} ${unit.name} are enough`,
      'Drop context, then cut the message, and refuse only if not even one character of it fits',
    );
  }
  if (expected.kind === 'refused') {
    fail(
      `assemble() did not refuse ${where}, but instructions, task and one character of the message need ${expected.required}`,
      'Throw ContextBudgetError instead of cutting instructions or task, or leaving out the whole message',
    );
  }
  if (sameOutput(outcome.output, expected.output)) return;
  explainParts(sweep, expected, outcome.output, where);
  explainDropping(sweep, expected, outcome.output, where);
  explainRest(sweep, expected, outcome.output, where);
}

type Expected = ExpectedFit & { kind: 'output' };

function explainParts({ assembler, input }: Sweep, expected: Expected, output: AssemblerOutput, where: string): void {
  for (const part of ['task', 'systemInstruction', 'instructionFileText'] satisfies TextPart[]) {
    const [found, wanted] = [output, expected.output].map((one) => countOf(textOf(one), SENTINELS[part]));
    if (found !== wanted) {
      fail(
        `The ${part} is in the output ${found} times instead of ${wanted} ${where}`,
        'Never cut, drop or repeat instructions and task',
      );
    }
  }
  const fullMessage = writtenBy(assembler, input.currentMessage.trim());
  if (!expected.cut && textOf(expected.output).includes(fullMessage) && !textOf(output).includes(fullMessage)) {
    fail(`The message is cut ${where}, but it fits whole`, 'Drop all context before you cut the message');
  }
}

function explainDropping(sweep: Sweep, expected: Expected, output: AssemblerOutput, where: string): void {
  const kept = keptIndexes(sweep, output);
  const wanted = keptIndexes(sweep, expected.output);
  for (const [at, { deeds }] of sweep.input.contextMessages.entries()) {
    if (deeds === undefined || has(sweep, output, deeds) === kept.includes(at)) continue;
    fail(
      `The deeds of context message ${at} are ${kept.includes(at) ? 'dropped' : 'kept'} without it ${where}`,
      hasLayout(sweep.assembler)
        ? 'Print a message and its deeds together in line(), so that they are dropped together'
        : 'Drop a message and its deeds together',
    );
  }
  if (kept.length < wanted.length) {
    fail(
      `Only ${kept.length} context messages are kept ${where}, but ${wanted.length} fit`,
      'Drop the oldest first and as few as needed; a prompt of exactly the size of the budget fits',
    );
  }
  if (kept.length > wanted.length) {
    fail(
      `${kept.length} context messages are kept ${where}, but only ${wanted.length} fit`,
      `${sweep.unit.counting}, headings and separators included, and drop until it fits`,
    );
  }
  if (kept.join() !== wanted.join()) {
    const [messages, are] = kept.length === 1 ? ['message', 'is'] : ['messages', 'are'];
    fail(
      `W${where.slice(1)}, context ${messages} ${kept.join(', ')} ${are} kept instead of ${messages} ${wanted.join(', ')}`,
      'Keep the newest ones, without gaps: drop the oldest first',
    );
  }
  const deeds = sweep.input.current?.deeds;
  if (deeds !== undefined && has(sweep, output, deeds) !== has(sweep, expected.output, deeds)) {
    fail(
      `The deeds of the current message are ${has(sweep, output, deeds) ? 'kept' : 'dropped'} ${where}, and should not be`,
      hasLayout(sweep.assembler)
        ? 'Make them lastLine of the context block: they are dropped last, after all its messages'
        : 'Print them as the last line of the context, and drop them after all its messages',
    );
  }
}

function explainRest({ assembler, input }: Sweep, expected: Expected, output: AssemblerOutput, where: string): never {
  const difference = firstDifference(expected.output, output);
  if (expected.cut) {
    fail(
      `The message is cut wrongly ${where}: ${difference}`,
      'Keep the longest prefix of whole code points that fits, untrimmed, escape only what is kept, and add nothing',
    );
  }
  const full = piecesOf(textOf(render(assembler, { ...input, maxBytes: UNLIMITED }, 'no budget')));
  const wanted = piecesOf(textOf(expected.output));
  const added = piecesOf(textOf(output)).filter((piece) => !wanted.includes(piece));
  if (added.length > 0 && added.every((piece) => full.includes(piece))) {
    fail(
      `The heading ${quote(added[0])} is printed ${where}, although everything under it was dropped`,
      'Drop heading and footer with the last message',
    );
  }
  fail(
    `The prompt after dropping ${where} is not the prompt of the kept messages: ${difference}`,
    'Print nothing about dropped messages: they leave no trace',
  );
}

function has({ assembler }: Sweep, output: AssemblerOutput, text: string): boolean {
  return textOf(output).includes(writtenBy(assembler, text));
}

/** The indexes of the context messages whose name and content are in the output. */
export function keptIndexes(sweep: Sweep, output: AssemblerOutput): number[] {
  return sweep.input.contextMessages.flatMap(({ from, content }, index) =>
    has(sweep, output, from) && has(sweep, output, content) ? [index] : [],
  );
}
