import { type AssemblerInput, type AssemblerOutput, ContextBudgetError, type IContextAssembler } from '@ctx/contract';
import { describeError, fail, quote } from '../problem.ts';

/** A budget nothing exceeds. */
export const UNLIMITED = Number.MAX_SAFE_INTEGER;

/** What came of one call: an output, a refusal of the budget, or something else that was thrown. */
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
    fail(`create() threw ${describeError(error)}`, 'Give testAssembler a function that returns a new assembler');
  }
  const candidate = assembler as Partial<IContextAssembler> | null | undefined;
  if (typeof candidate?.assemble !== 'function' || typeof candidate.getAgentType !== 'function') {
    fail(
      `create() returned ${quote(assembler)}, which has no assemble() and getAgentType()`,
      'Return an object that implements IContextAssembler, not its class and not a promise',
    );
  }
  return candidate as IContextAssembler;
}

/** Calls `assemble` and checks the shape of what comes back; what it throws is returned, not thrown. */
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

/** The output for an input that must not be refused; `situation` says what is special about it. */
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
    'Any AssemblerInput is valid, deeply frozen ones and empty texts included; copy before you change something',
  );
}

function checkShape(output: unknown): asserts output is AssemblerOutput {
  if (typeof output !== 'object' || output === null) {
    fail(`assemble() returned ${quote(output)}`, 'Return { prompt, systemFlag }');
  }
  if (typeof (output as { then?: unknown }).then === 'function') {
    // Nobody waits for it: what it rejects with must not end the test run.
    (output as Promise<unknown>).then(undefined, () => {});
    fail('assemble() returned a promise', 'Assembling is synchronous: return { prompt, systemFlag } itself');
  }
  for (const key of ['prompt', 'systemFlag']) {
    if (!Object.hasOwn(output, key)) {
      fail(`The output has no own key ${key}`, 'Always return both keys; systemFlag may be undefined');
    }
  }
  const { prompt, systemFlag } = output as { prompt: unknown; systemFlag: unknown };
  if (typeof prompt !== 'string') fail(`prompt is ${quote(prompt)}`, 'Return it as a string');
  if (systemFlag !== undefined && typeof systemFlag !== 'string') {
    fail(`systemFlag is ${quote(systemFlag)}`, 'Return a string, or undefined where there is none');
  }
  if (systemFlag === '') fail('systemFlag is empty', 'Return undefined where there is nothing to say');
}
