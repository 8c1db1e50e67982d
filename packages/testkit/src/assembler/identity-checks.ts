import type { IContextAssembler } from '@ctx/contract';
import { fail, quote, unlessItThrows } from '../problem.ts';
import { DEFAULT_ORDER } from './declared.ts';
import { sampleInput } from './sample-input.ts';
import { createAssembler, render } from './subject.ts';

const SKIPPABLE: readonly unknown[] = ['task', 'instructions'];
const MESSAGE_ORDERS: readonly unknown[] = [undefined, 'oldest-first', 'newest-first'];

/** The agent type is a name and never changes. */
export function checkAgentType(create: () => IContextAssembler): void {
  const assembler = createAssembler(create);
  const first: unknown = unlessItThrows('getAgentType()', 'Return a constant', () => assembler.getAgentType());
  if (typeof first !== 'string' || first.trim() === '' || first.trim() !== first) {
    fail(
      `getAgentType() returned ${quote(first)}`,
      'Return the name of your agent, such as "my-agent", without white space around it',
    );
  }
  const again: unknown[] = [assembler.getAgentType(), assembler.getAgentType()];
  render(assembler, sampleInput(), 'a usual input');
  again.push(assembler.getAgentType(), createAssembler(create).getAgentType());
  for (const type of again) {
    if (type !== first) {
      fail(
        `getAgentType() returned ${quote(first)} and later ${quote(type)}`,
        'Return a constant: assemblers are registered under it',
      );
    }
  }
}

/** Declarations have values that the contract knows. */
export function checkDeclarations(create: () => IContextAssembler): void {
  const assembler = createAssembler(create);
  const { skips, sectionOrder, messageOrder, escapes } = assembler;
  if (skips !== undefined) {
    if (!Array.isArray(skips)) {
      fail(`skips is ${quote(skips)} instead of a list`, 'Declare a list, such as ["task"], or leave it out');
    }
    for (const skipped of skips) {
      if (!SKIPPABLE.includes(skipped)) {
        fail(`skips names ${quote(skipped)}`, 'Name only "task" and "instructions": nothing else can be skipped');
      }
    }
  }
  if (sectionOrder !== undefined) checkSectionNames(assembler);
  if (!MESSAGE_ORDERS.includes(messageOrder)) {
    fail(`messageOrder is ${quote(messageOrder)}`, 'Declare "oldest-first" or "newest-first", or leave it out');
  }
  if (escapes !== undefined && typeof escapes !== 'function') {
    fail(`escapes is ${quote(escapes)} instead of a function`, 'Declare a function that returns the escaped text');
  }
}

function checkSectionNames({ sectionOrder, skips = [] }: IContextAssembler): void {
  const wanted = DEFAULT_ORDER.filter((name) => !(skips as readonly string[]).includes(name));
  const names: readonly string[] = Array.isArray(sectionOrder) ? sectionOrder : [];
  const isComplete = wanted.every((name) => names.includes(name));
  const isKnown = names.every(
    (name, at) => DEFAULT_ORDER.some((known) => known === name) && names.indexOf(name) === at,
  );
  if (!isComplete || !isKnown) {
    fail(
      `sectionOrder is ${quote(Array.isArray(sectionOrder) ? names.join(', ') : sectionOrder)}`,
      `List each of ${DEFAULT_ORDER.join(', ')} once, in the order in which you print them`,
    );
  }
}

/** The output has the right shape with all parts, with none and without instructions. */
export function checkOutputShape(create: () => IContextAssembler): void {
  render(createAssembler(create), sampleInput(), 'a usual input');
  const nothing = sampleInput({ without: ['context', 'message', 'task', 'systemInstruction', 'instructionFileText'] });
  render(createAssembler(create), nothing, 'all parts empty');
  render(
    createAssembler(create),
    sampleInput({ without: ['systemInstruction', 'instructionFileText'] }),
    'no instructions',
  );
}
