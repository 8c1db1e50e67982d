import type { IContextAssembler } from '@ctx/contract';
import { deepFreeze } from '../deep-freeze.ts';
import { fail, quote } from '../problem.ts';
import { expectPart } from './completeness-checks.ts';
import { isSkipped, writtenBy } from './declared.ts';
import { textOf } from './output-text.ts';
import { sampleInput } from './sample-input.ts';
import { createAssembler, render } from './subject.ts';
import { type Sweep, whereOf } from './sweep.ts';

/** Fails for the first output with half a character in it. The inputs have only whole ones. */
export function checkWholeCharacters(sweep: Sweep): void {
  for (const step of sweep.steps) {
    const { outcome } = step;
    if (outcome.kind !== 'output') continue;
    const text = textOf(outcome.output);
    const at = text.search(/\p{Surrogate}|\ufffd/u);
    if (at >= 0) {
      fail(
        `The output has a broken character at ${quote(text.slice(Math.max(0, at - 10), at + 5))} ${whereOf(sweep, step)}`,
        'Cut between code points: never inside a surrogate pair and never inside a UTF-8 sequence',
      );
    }
  }
}

/** Lone surrogates that are in the input stay in the output. */
export function checkLoneSurrogatesStay(create: () => IContextAssembler): void {
  const damaged = 'damaged-\ud83d-text';
  const input = sampleInput();
  const variants = [
    ['currentMessage', 'message', { ...input, currentMessage: damaged }],
    ['teamTask', 'task', { ...input, teamTask: damaged }],
    ['content', 'context', { ...input, contextMessages: [{ from: 'Ann', content: damaged }] }],
  ] as const;
  for (const [name, part, variant] of variants) {
    const assembler = createAssembler(create);
    if (part === 'task' && isSkipped(assembler, part)) continue;
    const text = textOf(render(assembler, deepFreeze(variant), `a lone surrogate in ${name}`));
    if (!text.includes(writtenBy(assembler, damaged))) {
      expectPart(textOf(render(assembler, input, 'a usual input')), part);
      fail(
        `A lone surrogate in ${name} was changed`,
        'Print it unchanged, or as escapes() writes it; a lone surrogate counts 3 bytes',
      );
    }
  }
}
