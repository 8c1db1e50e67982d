import {
  type AssemblerInput,
  type AssemblerOutput,
  ContextBudgetError,
  type IContextAssembler,
  type PromptContextMessage,
} from '@ctx/contract';

/** The parts to print. Blank texts are `''`. */
export interface Parts {
  readonly instructions: readonly string[];
  readonly task: string;
  readonly context: readonly PromptContextMessage[];
  /** How many of the newest messages came after the current one. */
  readonly newer?: number | undefined;
  /** The deeds of the current message. */
  readonly lastDeeds: string;
  readonly message: string;
}

/** The steps of an assembler without a layout. Broken assemblers replace one of them. */
export interface Steps {
  readonly agentType: string;
  /** The declarations of the assembler. */
  readonly declares: Pick<IContextAssembler, 'skips' | 'escapes' | 'sectionOrder' | 'messageOrder'>;
  readonly parts: (input: AssemblerInput) => Parts;
  readonly render: (parts: Parts) => AssemblerOutput;
  readonly measure: (output: AssemblerOutput) => number;
  readonly check: (maxBytes: number) => void;
  readonly refuse: (maxBytes: number, requiredBytes: number) => Error;
  /** Fits into a budget in bytes or, with another `measure` and `refuse`, in tokens. */
  readonly fit: (parts: Parts, budget: number, steps: Steps) => AssemblerOutput;
}

export function partsOf(input: AssemblerInput): Parts {
  const texts = [input.systemInstruction, input.instructionFileText].map((text) => (text ?? '').trim());
  return {
    instructions: texts.filter((text) => text !== ''),
    task: (input.teamTask ?? '').trim(),
    context: input.contextMessages,
    newer: input.newerMessages,
    lastDeeds: input.current?.deeds ?? '',
    message: input.currentMessage.trim(),
  };
}

export function measureUtf8({ prompt, systemFlag }: AssemblerOutput): number {
  return Buffer.byteLength(prompt) + Buffer.byteLength(systemFlag ?? '');
}

function checkBudget(maxBytes: number): void {
  if (typeof maxBytes !== 'number' || !Number.isFinite(maxBytes) || maxBytes < 0) {
    throw new RangeError(`maxBytes must be a finite number of 0 or more, not ${String(maxBytes)}`);
  }
}

/** Drops messages, then cuts the message, by binary search. It works for any format. */
export function fitByMeasuring(parts: Parts, budget: number, { render, measure, refuse }: Steps): AssemblerOutput {
  const characters = [...parts.message];
  const offered = parts.context.length;
  const keeping = (kept: number) => render({ ...parts, context: parts.context.slice(offered - kept) });
  const bare = { ...parts, context: [], lastDeeds: '' };
  const cutting = (length: number) => render({ ...bare, message: characters.slice(0, length).join('') });
  const kept = largestThatFits(0, offered, (count) => measure(keeping(count)) <= budget);
  if (kept !== undefined) return keeping(kept);
  if (measure(render(bare)) <= budget) return render(bare);
  const length = largestThatFits(1, characters.length, (count) => measure(cutting(count)) <= budget);
  if (length !== undefined) return cutting(length);
  throw refuse(budget, measure(cutting(Math.min(1, characters.length))));
}

function largestThatFits(from: number, to: number, fits: (count: number) => boolean): number | undefined {
  if (from > to || !fits(from)) return undefined;
  let [low, high] = [from, to];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Fits into both budgets, if there is one in tokens. The shorter of the two prompts keeps to both. */
function fitBoth(input: AssemblerInput, steps: Steps): AssemblerOutput {
  const { maxBytes, maxTokens, tokenCounter } = input;
  const byBytes = steps.fit(steps.parts(input), maxBytes, steps);
  if (maxTokens === undefined) return byBytes;
  checkBudget(maxTokens);
  if (tokenCounter === undefined) throw new TypeError('maxTokens needs a tokenCounter');
  const byTokens = steps.fit(steps.parts(input), maxTokens, {
    ...steps,
    measure: ({ prompt, systemFlag }) => tokenCounter.count(prompt) + tokenCounter.count(systemFlag ?? ''),
    refuse: (_, requiredTokens) => new ContextBudgetError(maxBytes, 0, { maxTokens, requiredTokens }),
  });
  return measureUtf8(byBytes) <= measureUtf8(byTokens) ? byBytes : byTokens;
}

/** An assembler with `assemble` only, in the given format. */
export function standalone(render: Steps['render'], replaced: Partial<Steps> = {}): IContextAssembler {
  const steps: Steps = {
    agentType: 'standalone',
    declares: {},
    parts: partsOf,
    render,
    measure: measureUtf8,
    check: checkBudget,
    refuse: (maxBytes, requiredBytes) => new ContextBudgetError(maxBytes, requiredBytes),
    fit: fitByMeasuring,
    ...replaced,
  };
  return {
    getAgentType: () => steps.agentType,
    ...steps.declares,
    assemble: (input) => {
      steps.check(input.maxBytes);
      return fitBoth(input, steps);
    },
  };
}
