import type { IContextAssembler } from '@ctx/contract';
import { fail } from '../problem.ts';
import { isSkipped } from './completeness-checks.ts';
import { keptIndexes } from './fit-diagnosis.ts';
import { textOf } from './output-text.ts';
import { SENTINELS, saidBy, sampleInput, speakerOf } from './sample-input.ts';
import { createAssembler, render } from './subject.ts';
import type { Sweep } from './sweep.ts';

const SAMPLES = [4, 120];

/** The conversation reads from the oldest message to the newest. */
export function checkOldestFirst(create: () => IContextAssembler): void {
  for (const messages of SAMPLES) {
    const input = sampleInput({ messages });
    const text = textOf(render(createAssembler(create), input, `${messages} context messages`));
    expectAscending(text, [...input.contextMessages.keys()], `with ${messages} messages`);
  }
}

/** Dropping does not change the order of what is kept. */
export function checkOrderUnderBudget(sweep: Sweep): void {
  for (const { maxBytes, outcome } of sweep.steps) {
    if (outcome.kind !== 'output') continue;
    expectAscending(textOf(outcome.output), keptIndexes(sweep.input, outcome.output), `with ${maxBytes} bytes`);
  }
}

/** Each speaker's name stands with what that speaker said. */
export function checkAttribution(create: () => IContextAssembler): void {
  for (const messages of SAMPLES) {
    const text = textOf(render(createAssembler(create), sampleInput({ messages }), `${messages} context messages`));
    for (let index = 0; index < messages; index++) {
      const name = text.indexOf(speakerOf(index));
      const previous = index === 0 ? -1 : text.indexOf(saidBy(index - 1));
      const next = index === messages - 1 ? text.length : text.indexOf(saidBy(index + 1));
      if (name <= previous || name >= next) {
        fail(
          `The speaker of context message ${index} does not stand next to what was said`,
          'Render "from" directly before or after its own content',
        );
      }
    }
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

function expectAscending(text: string, indexes: readonly number[], where: string): void {
  const positions = indexes.map((index) => text.indexOf(saidBy(index)));
  for (const [at, position] of positions.entries()) {
    if (at > 0 && position < positions[at - 1]!) {
      fail(
        `Context message ${indexes[at]} stands before message ${indexes[at - 1]} ${where}`,
        'Render the context as given: oldest first',
      );
    }
  }
}
