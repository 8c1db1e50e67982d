import type { AssemblerInput, AssemblerOutput, IContextAssembler } from '@ctx/contract';
import type { BudgetUnit } from './budget-unit.ts';
import { textOf } from './output-text.ts';
import { render, UNLIMITED } from './subject.ts';

/** The outcome that the budget rules require. */
export type ExpectedFit =
  | { readonly kind: 'output'; readonly cut: boolean; readonly output: AssemblerOutput }
  | { readonly kind: 'refused'; readonly required: number };

/** Computes the expected outcome for any budget. */
export interface FitOracle {
  at(budget: number): ExpectedFit;
  /** Every budget at which one more message or character fits. */
  turningPoints(): readonly number[];
}

/**
 * Computes the expected outcome of an assembler for any budget, without knowing its format. A prompt that dropped
 * messages must equal the prompt of the kept messages, and one with a cut message that of the shorter message. The
 * assembler itself renders both, with an unlimited budget.
 */
export function expectFit(assembler: IContextAssembler, input: AssemblerInput, unit: BudgetUnit): FitOracle {
  const offered = input.contextMessages.length;
  const characters = [...input.currentMessage.trim()];
  const unlimited = { ...input, maxBytes: UNLIMITED };
  const withoutContext: AssemblerInput = { ...unlimited, contextMessages: [], current: withoutDeeds(input) };
  const standIns = standInsFor(assembler, unlimited);

  const withNewest = remember((kept: number) =>
    render(assembler, { ...unlimited, contextMessages: input.contextMessages.slice(offered - kept) }, 'no budget'),
  );
  const withPrefix = remember((length: number) => {
    const prefix = characters.slice(0, length).join('');
    const short = { ...withoutContext, currentMessage: standIns.putIn(prefix) };
    return standIns.takeOut(render(assembler, short, 'a shorter message'));
  });

  const bareOutput = remember(() => render(assembler, withoutContext, 'no context'));

  const at = (budget: number): ExpectedFit => {
    const kept = largest(0, offered, (count) => unit.size(withNewest(count)) <= budget);
    if (kept !== undefined) return { kind: 'output', cut: false, output: withNewest(kept) };
    const bare = bareOutput(0);
    if (unit.size(bare) <= budget) return { kind: 'output', cut: false, output: bare };
    const length = largest(1, characters.length, (count) => unit.size(withPrefix(count)) <= budget);
    if (length !== undefined) return { kind: 'output', cut: true, output: withPrefix(length) };
    return { kind: 'refused', required: unit.size(characters.length === 0 ? bare : withPrefix(1)) };
  };
  const turningPoints = () => [
    ...Array.from({ length: offered + 1 }, (_, kept) => unit.size(withNewest(kept))),
    ...characters.map((_, index) => unit.size(withPrefix(index + 1))),
  ];
  return { at, turningPoints };
}

/** The deeds of the current message belong to the context and are dropped last. */
function withoutDeeds({ current }: AssemblerInput): AssemblerInput['current'] {
  return current && { from: current.from, to: current.to };
}

/** Replaces white space by letters and back; see `standInsFor`. */
interface StandIns {
  putIn(text: string): string;
  takeOut(output: AssemblerOutput): AssemblerOutput;
}

const BLANKS = [' ', '\n', '\t'];
const LETTERS = [...'QXZJKVWYqxzjkvwy'];

/**
 * White space at the end of a cut message stays, but an assembler trims it from a message that is short from the start.
 * So while prefixes are measured, letters that occur nowhere else replace the white space. How the assembler prints each
 * kind of white space is read from a message that has it in the middle.
 */
function standInsFor(assembler: IContextAssembler, input: AssemblerInput): StandIns {
  const all = textOf(render(assembler, input, 'no budget')) + input.currentMessage;
  const used = BLANKS.filter((blank) => input.currentMessage.includes(blank));
  const free = LETTERS.filter((letter) => !all.includes(letter));
  const pairs = used.map((blank, at) => ({
    blank,
    letter: free[at] ?? '',
    written: blankAsWritten(assembler, input, blank),
  }));
  const takeOut = (text: string) =>
    pairs.reduce((known, { letter, written }) => known.replaceAll(letter, written), text);
  return {
    putIn: (text) => pairs.reduce((known, { blank, letter }) => known.replaceAll(blank, letter), text),
    takeOut: ({ prompt, systemFlag }) => ({ prompt: takeOut(prompt), systemFlag: systemFlag && takeOut(systemFlag) }),
  };
}

function blankAsWritten(assembler: IContextAssembler, input: AssemblerInput, blank: string): string {
  const currentMessage = `left7f${blank}right7f`;
  const text = textOf(render(assembler, { ...input, contextMessages: [], currentMessage }, 'a blank in the message'));
  const from = text.indexOf('left7f');
  const to = text.indexOf('right7f');
  return from === -1 || to === -1 ? blank : text.slice(from + 'left7f'.length, to);
}

/** The largest number in the range that fits. All numbers below one that fits must fit too. */
function largest(from: number, to: number, fits: (candidate: number) => boolean): number | undefined {
  if (from > to || !fits(from)) return undefined;
  let [low, high] = [from, to];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

function remember<T>(compute: (key: number) => T): (key: number) => T {
  const known = new Map<number, T>();
  return (key) => {
    if (!known.has(key)) known.set(key, compute(key));
    return known.get(key) as T;
  };
}
