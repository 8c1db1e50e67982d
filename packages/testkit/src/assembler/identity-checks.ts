import type { IContextAssembler } from '@ctx/contract';
import { fail, quote, unlessItThrows } from '../problem.ts';
import { sampleInput } from './sample-input.ts';
import { createAssembler, render } from './subject.ts';

const SKIPPABLE: readonly unknown[] = ['task', 'instructions'];

/** The agent type is a name, and the same one whenever it is asked for. */
export function checkAgentType(create: () => IContextAssembler): void {
  const assembler = createAssembler(create);
  const first: unknown = unlessItThrows('getAgentType()', 'Return a constant', () => assembler.getAgentType());
  if (typeof first !== 'string' || first.trim() === '' || first.trim() !== first) {
    fail(
      `getAgentType() returned ${quote(first)}`,
      'Return the name of your agent, such as "my-agent", without blanks around it',
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

/** What is skipped is declared in the words of the contract. */
export function checkSkips(create: () => IContextAssembler): void {
  const { skips } = createAssembler(create);
  if (skips === undefined) return;
  if (!Array.isArray(skips)) fail(`skips is ${quote(skips)}`, 'Declare a list, such as ["task"], or leave it out');
  for (const skipped of skips) {
    if (!SKIPPABLE.includes(skipped)) {
      fail(`skips names ${quote(skipped)}`, 'Only "task" and "instructions" can be skipped');
    }
  }
}

/** The shape of the output, with all parts there and with none. */
export function checkOutputShape(create: () => IContextAssembler): void {
  render(createAssembler(create), sampleInput(), 'a usual input');
  const nothing = sampleInput({ without: ['context', 'message', 'task', 'systemInstruction', 'instructionFileText'] });
  render(createAssembler(create), nothing, 'nothing to say');
  render(
    createAssembler(create),
    sampleInput({ without: ['systemInstruction', 'instructionFileText'] }),
    'no instructions',
  );
}
