import type { IContextAssembler, Layout } from '@ctx/contract';
import { fail } from '../problem.ts';
import { checkColumnGuard } from './column-checks.ts';
import { countOf, textOf } from './output-text.ts';
import type { ReadPrompt } from './prompt-reader.ts';
import { checkReading } from './reading-checks.ts';
import { CURRENT, SENTINELS, saidBy, sampleInput } from './sample-input.ts';
import { createAssembler, render } from './subject.ts';

/** How the assembler says that it guards its prompts; nothing where it says nothing, or cannot be asked. */
export function declaredGuards(create: () => IContextAssembler): Layout['guards'] {
  try {
    return create().layout?.(sampleInput({ guarded: true })).guards;
  } catch {
    // What goes wrong here fails a check of the layout; a title is not the place for it.
    return undefined;
  }
}

/** The title of the check of guards: whoever reads the report learns how prompts are guarded, or that they are not. */
export function guardTitle(guards: Layout['guards']): string {
  if (guards === 'column') return 'guards its prompts: only the format writes in the first column';
  if (guards === 'escape') return 'guards its prompts by escaping what is not its own';
  return 'does not guard its prompts (it declares no guards), and still takes a message with its sender';
}

/** Prompts are guarded as declared: no content and no name changes who is read to have said what. */
export function checkGuards(create: () => IContextAssembler, readPrompt: ReadPrompt | undefined): void {
  const guards = declaredGuards(create);
  checkGuardedParts(create);
  if (guards === undefined) return;
  checkSenderNamed(create);
  if (guards === 'column') checkColumnGuard(create);
  if (readPrompt !== undefined) checkReading(create, readPrompt);
  else if (guards === 'escape') {
    fail(
      'The layout guards by "escape", and nothing can read its prompts back',
      'Give testAssembler a readPrompt: (prompt) => [{ from, to?, content }, …], written for your format',
    );
  }
}

/** A guarded prompt holds all that another one holds. */
function checkGuardedParts(create: () => IContextAssembler): void {
  const input = sampleInput({ guarded: true });
  const text = textOf(render(createAssembler(create), input, 'a prompt with current'));
  for (const part of [SENTINELS.message, ...input.contextMessages.map((_, index) => saidBy(index))]) {
    if (countOf(text, part) !== 1) {
      fail(
        `With current in the input, ${part} is in the output ${countOf(text, part)} times`,
        'Render every part once, whether the prompt is guarded or not',
      );
    }
  }
}

function checkSenderNamed(create: () => IContextAssembler): void {
  const text = textOf(render(createAssembler(create), sampleInput({ guarded: true }), 'a guarded prompt'));
  const at = text.indexOf(SENTINELS.message);
  if (!text.includes(CURRENT.from)) {
    fail('Nothing says who wrote the current message', 'Write current.from next to it: before, in the "end" block');
  }
  const unguarded = render(createAssembler(create), sampleInput({ guarded: true, without: ['message'] }), 'no message');
  if (at !== -1 && textOf(unguarded).includes(CURRENT.from)) {
    fail('The sender of the current message is named though there is none', 'Leave the name out with the message');
  }
}
