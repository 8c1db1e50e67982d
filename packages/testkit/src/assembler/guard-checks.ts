import type { IContextAssembler, Layout } from '@ctx/contract';
import { fail } from '../problem.ts';
import { checkColumnGuard } from './column-checks.ts';
import { countOf, textOf } from './output-text.ts';
import type { ReadPrompt } from './prompt-reader.ts';
import { checkReading } from './reading-checks.ts';
import { CURRENT, SENTINELS, saidBy, sampleInput } from './sample-input.ts';
import { createAssembler, render } from './subject.ts';

/** How the assembler declares that it guards its prompts; `undefined` if it does not, or if its layout throws. */
export function declaredGuards(create: () => IContextAssembler): Layout['guards'] {
  try {
    return createAssembler(create).layout?.(sampleInput({ guarded: true })).guards;
  } catch {
    // This is called to make a title. The checks of the layout report the error.
    return undefined;
  }
}

/** The title of the guard check. It tells the reader of the report how prompts are guarded, or that they are not. */
export function guardTitle(guards: Layout['guards']): string {
  if (guards === 'column') return 'guards its prompts: only the format writes in the first column';
  if (guards === 'escape') return 'guards its prompts by escaping every text and name';
  return 'does not guard its prompts (it declares no guards), but accepts an input with `current`';
}

/** Prompts are guarded as declared: no content and no name changes who seems to have said what. */
export function checkGuards(create: () => IContextAssembler, readPrompt: ReadPrompt | undefined): void {
  const guards = declaredGuards(create);
  checkGuardedParts(create);
  if (guards === undefined) return;
  checkSenderNamed(create);
  if (guards === 'column') checkColumnGuard(create);
  if (readPrompt !== undefined) checkReading(create, readPrompt);
  else if (guards === 'escape') {
    fail(
      'The layout declares guards: "escape", but testAssembler has no readPrompt to check it with',
      'Give testAssembler a readPrompt for your format: (prompt) => [{ from, to?, content }, …]',
    );
  }
}

/** A guarded prompt holds the same parts as an unguarded one. */
function checkGuardedParts(create: () => IContextAssembler): void {
  const input = sampleInput({ guarded: true });
  const text = textOf(render(createAssembler(create), input, 'a prompt with current'));
  for (const part of [SENTINELS.message, ...input.contextMessages.map((_, index) => saidBy(index))]) {
    if (countOf(text, part) !== 1) {
      fail(
        `With current in the input, ${part} is in the output ${countOf(text, part)} times instead of once`,
        'Print every part once, whether the prompt is guarded or not',
      );
    }
  }
}

function checkSenderNamed(create: () => IContextAssembler): void {
  const text = textOf(render(createAssembler(create), sampleInput({ guarded: true }), 'a guarded prompt'));
  const at = text.indexOf(SENTINELS.message);
  if (!text.includes(CURRENT.from)) {
    fail(
      'The output does not say who wrote the current message',
      'Print current.from next to it, in `before` of the "end" block',
    );
  }
  const messageless = sampleInput({ guarded: true, without: ['message'] });
  if (at !== -1 && textOf(render(createAssembler(create), messageless, 'no message')).includes(CURRENT.from)) {
    fail('The sender of the current message is named, but there is no message', 'Leave the name out with the message');
  }
}
