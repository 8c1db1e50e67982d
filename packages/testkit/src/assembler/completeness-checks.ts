import type { AssemblerInput, IContextAssembler } from '@ctx/contract';
import { deepFreeze } from '../deep-freeze.ts';
import { fail } from '../problem.ts';
import { isSkipped } from './declared.ts';
import { countOf, textOf } from './output-text.ts';
import { SENTINELS, saidBy, sampleInput, speakerOf, type TextPart } from './sample-input.ts';
import { createAssembler, render } from './subject.ts';

const PARTS: readonly (TextPart | 'context')[] = [
  'context',
  'message',
  'task',
  'systemInstruction',
  'instructionFileText',
];

/** Every given part is in the output exactly once, in all combinations of parts. */
export function checkEveryPartOnce(create: () => IContextAssembler): void {
  for (let mask = 0; mask < 2 ** PARTS.length; mask++) {
    const without = PARTS.filter((_, bit) => (mask & (1 << bit)) !== 0);
    const assembler = createAssembler(create);
    const situation = without.length === 0 ? 'all parts given' : `without ${without.join(', ')}`;
    const text = textOf(render(assembler, sampleInput({ without }), situation));
    for (const part of PARTS) {
      if (without.includes(part)) continue;
      if (part === 'context') expectContext(text, situation);
      else checkPart(text, part, isSkipped(assembler, part), situation);
    }
  }
}

function checkPart(text: string, part: TextPart, skipped: boolean, situation: string): void {
  const count = countOf(text, SENTINELS[part]);
  if (skipped) {
    if (count > 0) {
      fail(
        `The assembler declares that it skips ${part}, but prints it (${situation})`,
        'Do not print it, or remove it from skips',
      );
    }
    return;
  }
  expectPrinted(text, part, situation);
  if (count > 1) {
    fail(
      `The ${part} is in the output ${count} times instead of once (${situation})`,
      'Print every part once, in the prompt or in systemFlag',
    );
  }
}

/** Fails if a part is not in the output at all. Other checks call this before they accuse the part of anything else. */
export function expectPrinted(text: string, part: TextPart, situation: string): void {
  if (text.includes(SENTINELS[part])) return;
  fail(
    `The ${part} is not in the output (${situation})`,
    'Print every part that is not blank, in the prompt or in systemFlag',
  );
}

/** Fails if a part of the usual input is not in its output. */
export function expectPart(text: string, part: TextPart | 'context'): void {
  if (part === 'context') expectContext(text, 'a usual input');
  else expectPrinted(text, part, 'a usual input');
}

/** Fails unless every context message of `sampleInput` is in the output once, with its speaker. */
export function expectContext(text: string, situation: string, messages = 4): void {
  for (let index = 0; index < messages; index++) {
    const count = countOf(text, saidBy(index));
    if (count !== 1) {
      fail(
        `Context message ${index} is in the output ${count} times instead of once (${situation})`,
        'Print every context message exactly once',
      );
    }
    if (countOf(text, speakerOf(index)) === 0) {
      fail(
        `The output does not say who wrote context message ${index} (${situation})`,
        'Print "from" next to each content',
      );
    }
  }
}

/** Messages with equal texts all stay. Whether to remove duplicates is decided before, by the conversation. */
export function checkEqualTextsStay(create: () => IContextAssembler): void {
  const said = SENTINELS.message;
  const contextMessages = ['Ann', 'Ann', 'Ben'].map((from) => ({ from, to: 'all', content: said }));
  const input = deepFreeze({ ...sampleInput(), contextMessages, currentMessage: said });
  const count = countOf(textOf(render(createAssembler(create), input, 'equal messages')), said);
  if (count !== 4) {
    expectPart(textOf(render(createAssembler(create), sampleInput(), 'a usual input')), 'context');
    fail(
      `The same text in three context messages and the current message is in the output ${count} times instead of 4`,
      'Do not remove duplicates; print every message you are given',
    );
  }
}

/** A message with blank content still shows who wrote it. */
export function checkEmptyContentKept(create: () => IContextAssembler): void {
  const input: AssemblerInput = deepFreeze({
    ...sampleInput(),
    contextMessages: [
      { from: 'quiet7f', to: 'all', content: '' },
      { from: 'second7f', content: '   ' },
    ],
  });
  const text = textOf(render(createAssembler(create), input, 'a context message with empty content'));
  for (const from of ['quiet7f', 'second7f']) {
    if (!text.includes(from)) {
      expectPart(textOf(render(createAssembler(create), sampleInput(), 'a usual input')), 'context');
      fail('A context message with blank content is left out', 'Keep its line: it still says who spoke');
    }
  }
}
