import { type AssemblerInput, type AssemblerOutput, ContextBudgetError, type IContextAssembler } from '@ctx/contract';
import { describeError, fail, quote } from '../problem.ts';

/** A budget that no test input exceeds. */
export const UNLIMITED = Number.MAX_SAFE_INTEGER;

/** The outcome of one call: an output, a `ContextBudgetError`, or any other error. */
export type Outcome =
  | { readonly kind: 'output'; readonly output: AssemblerOutput }
  | { readonly kind: 'refused'; readonly error: ContextBudgetError }
  | { readonly kind: 'threw'; readonly error: unknown };

/** A new assembler from the author's factory. */
export function createAssembler(create: () => IContextAssembler): IContextAssembler {
  let assembler: unknown;
  try {
    assembler = create();
  } catch (error) {
    const isCalledWrongly = error instanceof TypeError && /is not a function|without 'new'/.test(error.message);
    fail(
      `create() threw ${describeError(error)}`,
      isCalledWrongly ? 'Give testAssembler a function that returns a new assembler' : 'Fix the constructor',
    );
  }
  const candidate = assembler as Partial<IContextAssembler> | null | undefined;
  const missing = (['assemble', 'getAgentType'] as const).filter((name) => typeof candidate?.[name] !== 'function');
  if (missing.length > 0) {
    const names = missing.map((name) => `${name}()`).join(' and no ');
    fail(`create() returned ${quote(assembler)}, which has no ${names}`, creationAdvice(assembler));
  }
  return candidate as IContextAssembler;
}

function creationAdvice(made: unknown): string {
  if (typeof made === 'function') return 'Return an instance, not the class or function that makes it';
  if (typeof (made as PromiseLike<unknown> | undefined)?.then === 'function') {
    // Nobody awaits this promise, so its rejection must not end the test run.
    (made as PromiseLike<unknown>).then(undefined, () => {});
    return 'Return the assembler itself, not a promise';
  }
  return 'Return an object that implements IContextAssembler';
}

/** Calls `assemble` and checks the shape of its output. An error is returned, not thrown. */
export function attempt(assembler: IContextAssembler, input: AssemblerInput): Outcome {
  let output: unknown;
  try {
    output = assembler.assemble(input);
  } catch (error) {
    return ContextBudgetError.isInstance(error) ? { kind: 'refused', error } : { kind: 'threw', error };
  }
  checkShape(output);
  return { kind: 'output', output };
}

/** The output for an input that must not be refused. `situation` describes the input, for messages. */
export function render(assembler: IContextAssembler, input: AssemblerInput, situation: string): AssemblerOutput {
  const outcome = attempt(assembler, input);
  if (outcome.kind === 'output') return outcome.output;
  if (outcome.kind === 'refused') {
    fail(
      `assemble() refused a budget of ${input.maxBytes} bytes that is large enough (${situation})`,
      'Throw ContextBudgetError only when instructions, task and one character of the message do not fit',
    );
  }
  fail(
    `assemble() threw ${describeError(outcome.error)} (${situation})`,
    'Accept every AssemblerInput, also one that is deeply frozen or has empty texts, and copy before you change something',
  );
}

function checkShape(output: unknown): asserts output is AssemblerOutput {
  if (typeof output !== 'object' || output === null) {
    fail(`assemble() returned ${quote(output)} instead of an object`, 'Return { prompt, systemFlag }');
  }
  if (typeof (output as { then?: unknown }).then === 'function') {
    // Nobody awaits this promise, so its rejection must not end the test run.
    (output as Promise<unknown>).then(undefined, () => {});
    fail('assemble() returned a promise', 'Make it synchronous: return { prompt, systemFlag } itself');
  }
  for (const key of ['prompt', 'systemFlag']) {
    if (!Object.hasOwn(output, key)) {
      fail(`The output has no own key ${key}`, 'Always return both keys; systemFlag may be undefined');
    }
  }
  const { prompt, systemFlag } = output as { prompt: unknown; systemFlag: unknown };
  if (typeof prompt !== 'string') fail(`prompt is ${quote(prompt)} instead of a string`, 'Return a string');
  if (systemFlag !== undefined && typeof systemFlag !== 'string') {
    fail(`systemFlag is ${quote(systemFlag)} instead of a string`, 'Return a string, or undefined if there is none');
  }
  if (systemFlag === '') fail('systemFlag is empty', 'Return undefined instead of ""');
}
