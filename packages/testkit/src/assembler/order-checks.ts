import type { IContextAssembler, SectionName } from '@ctx/contract';
import { fail } from '../problem.ts';
import { expectContext, expectPrinted } from './completeness-checks.ts';
import { DEFAULT_ORDER, inDeclaredOrder, isSkipped } from './declared.ts';
import { keptIndexes } from './fit-diagnosis.ts';
import { hasLayout } from './layout-checks.ts';
import { inOrderOf, textOf } from './output-text.ts';
import { SENTINELS, saidBy, sampleInput, speakerOf } from './sample-input.ts';
import { createAssembler, render } from './subject.ts';
import { type Sweep, whereOf } from './sweep.ts';

const SAMPLES = [4, 120];

/** The context is in order from the oldest message to the newest, or as declared. */
export function checkMessageOrder(create: () => IContextAssembler): void {
  for (const messages of SAMPLES) {
    const input = sampleInput({ messages });
    const assembler = createAssembler(create);
    const text = textOf(render(assembler, input, `${messages} context messages`));
    expectContext(text, `${messages} context messages`, messages);
    expectDeclaredOrder(assembler, text, [...input.contextMessages.keys()], `with ${messages} messages`);
  }
}

/** Dropping does not change the order of the kept messages. */
export function checkOrderUnderBudget(sweep: Sweep): void {
  for (const { budget, outcome } of sweep.steps) {
    if (outcome.kind !== 'output') continue;
    const kept = keptIndexes(sweep, outcome.output);
    expectDeclaredOrder(sweep.assembler, textOf(outcome.output), kept, whereOf(sweep, { budget }));
  }
}

function expectDeclaredOrder(
  assembler: IContextAssembler,
  text: string,
  indexes: readonly number[],
  where: string,
): void {
  const found = inOrderOf(text, indexes.map(saidBy)).map((at) => indexes[at]!);
  const wanted = inDeclaredOrder(assembler, indexes);
  const at = wanted.findIndex((index, position) => index !== found[position]);
  if (at === -1) return;
  const reversed = found.join() === [...wanted].reverse().join();
  if (reversed && assembler.messageOrder !== 'newest-first') {
    fail(
      `The context is in reversed order, newest message first, ${where}`,
      hasLayout(assembler)
        ? 'Print it oldest first, as it is given'
        : 'Print it oldest first, as it is given, or declare messageOrder: "newest-first"',
    );
  }
  if (reversed) {
    fail(
      `The assembler declares messageOrder "newest-first", but the context is oldest first ${where}`,
      'Print it as declared, or remove the declaration',
    );
  }
  fail(
    `Context message ${found[at]} is printed where message ${wanted[at]} is expected ${where}`,
    assembler.messageOrder === 'newest-first'
      ? 'Print the context newest first, as declared'
      : 'Print the context oldest first, as it is given',
  );
}

/** Each speaker's name is next to the content of the message. */
export function checkAttribution(create: () => IContextAssembler): void {
  for (const messages of SAMPLES) {
    const text = textOf(render(createAssembler(create), sampleInput({ messages }), `${messages} context messages`));
    expectContext(text, `${messages} context messages`, messages);
    // The messages may be in any order here; another check is about that.
    const order = inOrderOf(
      text,
      Array.from({ length: messages }, (_, index) => saidBy(index)),
    );
    for (const [position, index] of order.entries()) {
      const name = text.indexOf(speakerOf(index));
      const before = position === 0 ? -1 : text.indexOf(saidBy(order[position - 1]!));
      const after = position === messages - 1 ? text.length : text.indexOf(saidBy(order[position + 1]!));
      if (name <= before || name >= after) {
        fail(
          `The speaker of context message ${index} is not next to its content`,
          'Print "from" directly before or after its own content',
        );
      }
    }
  }
}

/** The sections of the prompt are in the default order, or as declared. Sections in the system flag do not count. */
export function checkSectionOrder(create: () => IContextAssembler): void {
  const assembler = createAssembler(create);
  const { prompt } = render(assembler, sampleInput(), 'a usual input');
  const texts: Readonly<Record<SectionName, string>> = {
    instructions: SENTINELS.systemInstruction,
    task: SENTINELS.task,
    context: saidBy(0),
    message: SENTINELS.message,
  };
  const wanted = (assembler.sectionOrder ?? DEFAULT_ORDER).filter((name) => prompt.includes(texts[name]));
  for (const [at, name] of wanted.entries()) {
    const before = wanted[at - 1];
    if (before === undefined || prompt.indexOf(texts[before]) < prompt.indexOf(texts[name])) continue;
    fail(
      `The ${name} section comes before the ${before} section`,
      assembler.sectionOrder === undefined
        ? `Print ${DEFAULT_ORDER.join(', ')} in this order, or declare sectionOrder`
        : 'Print the sections in the sectionOrder that the assembler declares',
    );
  }
}

/** The instruction file comes after the system instruction, in the prompt or in the system flag. */
export function checkInstructionOrder(create: () => IContextAssembler): void {
  const assembler = createAssembler(create);
  if (isSkipped(assembler, 'systemInstruction')) return;
  const text = textOf(render(assembler, sampleInput(), 'both instructions'));
  expectPrinted(text, 'systemInstruction', 'both instructions');
  expectPrinted(text, 'instructionFileText', 'both instructions');
  if (text.indexOf(SENTINELS.systemInstruction) > text.indexOf(SENTINELS.instructionFileText)) {
    fail('instructionFileText comes before systemInstruction', 'Print systemInstruction first');
  }
}
