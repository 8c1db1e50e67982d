import type { AssemblerInput, IContextAssembler } from '@ctx/contract';
import { deepFreeze } from '../deep-freeze.ts';
import { fail } from '../problem.ts';
import { expectContext } from './completeness-checks.ts';
import { hasLayout } from './layout-checks.ts';
import { orderText } from './layout-reference.ts';
import { countOf, firstDifference, inOrderOf, sameOutput, textOf } from './output-text.ts';
import { CURRENT, didBy, saidBy, sampleInput } from './sample-input.ts';
import { createAssembler, render } from './subject.ts';

/** The sender under whose name deeds are written. */
const SENDER = 'ctx';

/** The deeds of a message come directly after it, as a message from `ctx`, in guarded and unguarded prompts. */
export function checkDeeds(create: () => IContextAssembler): void {
  for (const guarded of [false, true]) {
    const input = sampleInput({ deeds: true, guarded });
    const situation = guarded ? 'deeds, in a guarded prompt' : 'deeds';
    const assembler = createAssembler(create);
    const text = textOf(render(assembler, input, situation));
    expectContext(text, situation);
    const order = inOrderOf(
      text,
      input.contextMessages.map((_, index) => saidBy(index)),
    );
    for (const [position, index] of order.entries()) {
      const what = `The deeds of context message ${index}`;
      expectOnce(assembler, text, didBy(index), what);
      const next = order[position + 1];
      const end = next === undefined ? text.length : text.indexOf(saidBy(next));
      expectAfter(text, saidBy(index), didBy(index), end, what);
    }
  }
}

/** The deeds of the current message are the last line of the context. */
export function checkCurrentDeeds(create: () => IContextAssembler): void {
  const assembler = createAssembler(create);
  const what = 'The deeds of the current message';
  const text = textOf(render(assembler, sampleInput({ deeds: true, guarded: true }), 'deeds of the current message'));
  expectOnce(assembler, text, CURRENT.deeds, what);
  if (assembler.messageOrder !== 'newest-first') {
    const last = inOrderOf(
      text,
      sampleInput().contextMessages.map((_, index) => didBy(index)),
    ).at(-1)!;
    expectAfter(text, didBy(last), CURRENT.deeds, text.length, what);
  }
  const alone = sampleInput({ deeds: true, guarded: true, without: ['context'] });
  const withoutContext = textOf(render(assembler, alone, 'deeds of the current message and no context'));
  expectOnce(assembler, withoutContext, CURRENT.deeds, what);
}

/** If newer messages than the current one are in the context, a line from `ctx` after them says so. */
export function checkNewerTold(create: () => IContextAssembler): void {
  for (const [newer, guarded] of [
    [1, false],
    [2, true],
  ] as const) {
    const assembler = createAssembler(create);
    const input = sampleInput({ newer, guarded, deeds: guarded });
    const text = textOf(render(assembler, input, 'newer messages'));
    expectContext(text, 'newer messages');
    const told = assembler.escapes?.(orderText(newer)) ?? orderText(newer);
    const count = countOf(text, told);
    const [at, deedsAt] = [text.indexOf(told), text.indexOf(CURRENT.deeds)];
    const isInPlace = at > text.indexOf(saidBy(3)) && (deedsAt === -1 || at < deedsAt);
    if (count === 1 && (isInPlace || assembler.messageOrder === 'newest-first')) continue;
    fail(
      `With newerMessages ${newer}, "${orderText(newer)}" is in the prompt ${count} times, not once at the end of the context`,
      hasLayout(assembler)
        ? 'Give the context block newer: input.newerMessages'
        : 'Print it like a message whose "from" is "ctx", before the deeds of the current message',
    );
  }
}

/** Empty deeds add nothing to the output. */
export function checkNoDeeds(create: () => IContextAssembler): void {
  const input = sampleInput({ guarded: true });
  const withDeeds = (deeds: string | undefined): AssemblerInput => ({
    ...input,
    contextMessages: input.contextMessages.map((message) => ({ ...message, deeds })),
    current: { ...CURRENT, deeds },
  });
  const expected = render(createAssembler(create), input, 'no deeds');
  for (const deeds of ['', undefined]) {
    const output = render(createAssembler(create), deepFreeze(withDeeds(deeds)), 'empty deeds');
    if (!sameOutput(expected, output)) {
      fail(`Empty deeds change the output: ${firstDifference(expected, output)}`, 'Print no line for empty deeds');
    }
  }
}

function expectOnce(assembler: IContextAssembler, text: string, deeds: string, what: string): void {
  const count = countOf(text, deeds);
  if (count === 1) return;
  fail(
    `${what} are in the output ${count} times instead of once`,
    `Print the deeds of a message once, as a line from "ctx" after it; print those of the current message as ${hasLayout(assembler) ? 'lastLine' : 'the last line of the context'}`,
  );
}

function expectAfter(text: string, said: string, deeds: string, end: number, what: string): void {
  const from = text.indexOf(said) + said.length;
  const at = text.indexOf(deeds);
  if (at < from || at >= end) {
    fail(`${what} are not directly after it`, 'Print them as the line after their message');
  }
  if (!text.slice(from, at).includes(SENDER) && !text.slice(at + deeds.length, end).includes(SENDER)) {
    fail(`${what} do not name the sender "ctx"`, 'Print them like a message whose "from" is "ctx"');
  }
}
