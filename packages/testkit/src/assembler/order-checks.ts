import type { IContextAssembler, SectionName } from '@ctx/contract';
import { fail } from '../problem.ts';
import { inDeclaredOrder, isSkipped, USUAL_ORDER } from './declared.ts';
import { keptIndexes } from './fit-diagnosis.ts';
import { inOrderOf, textOf } from './output-text.ts';
import { SENTINELS, saidBy, sampleInput, speakerOf } from './sample-input.ts';
import { createAssembler, render } from './subject.ts';
import type { Sweep } from './sweep.ts';

const SAMPLES = [4, 120];

/** The conversation reads from the oldest message to the newest, or as declared. */
export function checkMessageOrder(create: () => IContextAssembler): void {
  for (const messages of SAMPLES) {
    const input = sampleInput({ messages });
    const assembler = createAssembler(create);
    const text = textOf(render(assembler, input, `${messages} context messages`));
    expectDeclaredOrder(assembler, text, [...input.contextMessages.keys()], `with ${messages} messages`);
  }
}

/** Dropping does not change the order of what is kept. */
export function checkOrderUnderBudget(sweep: Sweep): void {
  for (const { budget, outcome } of sweep.steps) {
    if (outcome.kind !== 'output') continue;
    const kept = keptIndexes(sweep, outcome.output);
    expectDeclaredOrder(sweep.assembler, textOf(outcome.output), kept, `with ${budget} ${sweep.unit.name}`);
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
      `The context stands in reversed order, newest message first, ${where}`,
      'Render it oldest first, as it is given, or declare messageOrder: "newest-first"',
    );
  }
  if (reversed) {
    fail(
      `The assembler declares messageOrder "newest-first", and the context stands oldest first ${where}`,
      'Render it as declared, or take the declaration away',
    );
  }
  fail(
    `Context message ${found[at]} stands in the place of message ${wanted[at]} ${where}`,
    assembler.messageOrder === 'newest-first'
      ? 'Render the context in one order, the newest first, as declared'
      : 'Render the context as given: oldest first',
  );
}

/** Each speaker's name stands with what that speaker said. */
export function checkAttribution(create: () => IContextAssembler): void {
  for (const messages of SAMPLES) {
    const text = textOf(render(createAssembler(create), sampleInput({ messages }), `${messages} context messages`));
    // In whatever order they stand: that is for another check.
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
          `The speaker of context message ${index} does not stand next to what was said`,
          'Render "from" directly before or after its own content',
        );
      }
    }
  }
}

/** The sections of the prompt stand in the usual order, or as declared. Those in the system flag are elsewhere. */
export function checkSectionOrder(create: () => IContextAssembler): void {
  const assembler = createAssembler(create);
  const { prompt } = render(assembler, sampleInput(), 'a usual input');
  const texts: Readonly<Record<SectionName, string>> = {
    instructions: SENTINELS.systemInstruction,
    task: SENTINELS.task,
    context: saidBy(0),
    message: SENTINELS.message,
  };
  const wanted = (assembler.sectionOrder ?? USUAL_ORDER).filter((name) => prompt.includes(texts[name]));
  for (const [at, name] of wanted.entries()) {
    const before = wanted[at - 1];
    if (before === undefined || prompt.indexOf(texts[before]) < prompt.indexOf(texts[name])) continue;
    fail(
      `The ${name} section stands before the ${before} section`,
      assembler.sectionOrder === undefined
        ? `Render ${USUAL_ORDER.join(', ')} in this order, or declare sectionOrder`
        : 'Render the sections in the sectionOrder that the assembler declares',
    );
  }
}

/** The instruction file comes after the system instruction, wherever both are. */
export function checkInstructionOrder(create: () => IContextAssembler): void {
  const assembler = createAssembler(create);
  if (isSkipped(assembler, 'systemInstruction')) return;
  const text = textOf(render(assembler, sampleInput(), 'both instructions'));
  if (text.indexOf(SENTINELS.systemInstruction) > text.indexOf(SENTINELS.instructionFileText)) {
    fail('instructionFileText comes before systemInstruction', 'Render systemInstruction first');
  }
}
