import type { AssemblerInput, AssemblerOutput, IContextAssembler } from '@ctx/contract';
import { outputBytes } from '../byte-size.ts';
import { render, UNLIMITED } from './subject.ts';

/** What the rules of the budget say must come out. */
export type ExpectedFit =
  | { readonly kind: 'output'; readonly kept: number; readonly cut: boolean; readonly output: AssemblerOutput }
  | { readonly kind: 'refused'; readonly requiredBytes: number };

/** Knows what must come out. */
export interface FitOracle {
  at(maxBytes: number): ExpectedFit;
  /** Every budget at which one more message or character fits. */
  turningPoints(): readonly number[];
}

// White space at the end of a cut message stays, but would be trimmed from a message that was short from the start:
// while prefixes are measured, stand-ins of the same size take its place.
const STAND_INS: readonly (readonly [string, string])[] = [
  [' ', '\u0001'],
  ['\n', '\u0002'],
  ['\t', '\u0003'],
];

/**
 * Tells what an assembler must give for any budget, without knowing its format: a prompt that dropped messages is the
 * prompt of the messages it kept, and one with a cut message is the prompt of the shorter message. Both can be had from
 * the assembler itself, with a budget that never bites.
 */
export function expectFit(assembler: IContextAssembler, input: AssemblerInput): FitOracle {
  const offered = input.contextMessages.length;
  const characters = [...input.currentMessage.trim()];
  const unlimited = { ...input, maxBytes: UNLIMITED };

  const withNewest = remember((kept: number) =>
    render(assembler, { ...unlimited, contextMessages: input.contextMessages.slice(offered - kept) }, 'no budget'),
  );
  const withPrefix = remember((length: number) => {
    const stoodIn = STAND_INS.reduce(
      (text, [blank, other]) => text.replaceAll(blank, other),
      characters.slice(0, length).join(''),
    );
    const short = { ...unlimited, contextMessages: [], currentMessage: stoodIn };
    return restored(render(assembler, short, 'a shorter message'));
  });

  const at = (maxBytes: number): ExpectedFit => {
    const kept = largest(0, offered, (count) => outputBytes(withNewest(count)) <= maxBytes);
    if (kept !== undefined) return { kind: 'output', kept, cut: false, output: withNewest(kept) };
    const length = largest(1, characters.length, (count) => outputBytes(withPrefix(count)) <= maxBytes);
    if (length !== undefined) return { kind: 'output', kept: 0, cut: true, output: withPrefix(length) };
    const smallest = characters.length === 0 ? withNewest(0) : withPrefix(1);
    return { kind: 'refused', requiredBytes: outputBytes(smallest) };
  };
  const turningPoints = () => [
    ...Array.from({ length: offered + 1 }, (_, kept) => outputBytes(withNewest(kept))),
    ...characters.map((_, index) => outputBytes(withPrefix(index + 1))),
  ];
  return { at, turningPoints };
}

function restored(output: AssemblerOutput): AssemblerOutput {
  const restore = (text: string) => STAND_INS.reduce((known, [blank, other]) => known.replaceAll(other, blank), text);
  return { prompt: restore(output.prompt), systemFlag: output.systemFlag && restore(output.systemFlag) };
}

/** The largest number in the range that fits, where all below one that fits also fit. */
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
