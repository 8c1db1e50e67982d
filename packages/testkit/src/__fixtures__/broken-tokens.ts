import { type AssemblerInput, ContextBudgetError, type TokenCounter } from '@ctx/contract';
import { type BrokenAssemblers, withInput, withSteps } from './broken-assembler.ts';
import { renderSections, renderXml, sectionLine } from './formats.ts';
import { fitByMeasuring, measureUtf8, standalone } from './standalone-assembler.ts';

/** A correct assembler with another counter than it should use. */
const countingBy = (count: (text: string, counter: TokenCounter) => number) =>
  withInput((input) => {
    const { tokenCounter } = input;
    if (tokenCounter === undefined) return input;
    return { ...input, tokenCounter: { ...tokenCounter, count: (text) => count(text, tokenCounter) } };
  });

/** A correct assembler that throws another error if a budget in tokens is too small. */
const refusingBy = (refuse: (error: ContextBudgetError, input: AssemblerInput) => Error) => () => {
  const sound = standalone(renderSections);
  const assemble = (input: AssemblerInput) => {
    try {
      return sound.assemble(input);
    } catch (error) {
      throw ContextBudgetError.isInstance(error) && error.budget === 'tokens' ? refuse(error, input) : error;
    }
  };
  return { ...sound, assemble };
};

const withoutTokens = ({ maxTokens: _, tokenCounter: __, ...input }: AssemblerInput): AssemblerInput => input;

/** Defects of budgets in tokens. */
export const BROKEN_TOKENS: BrokenAssemblers = {
  'ignores maxTokens': [withInput(withoutTokens), /take \d+ tokens of a budget of 0/],
  'counts one token for every four bytes': [
    countingBy((text) => Math.ceil(Buffer.byteLength(text) / 4)),
    /take \d+ tokens of a budget of/,
  ],
  'counts bytes as tokens': [
    countingBy((text) => Buffer.byteLength(text)),
    /refused with .* tokens \(.*\), but \d+ tokens are enough|messages are kept with \d+ tokens/,
  ],
  'counts a third too few tokens': [countingBy((text, counter) => counter.count(text) * 0.66), /tokens of a budget of/],
  'leaves a tenth of the budget unused': [
    countingBy((text, counter) => counter.count(text) * 1.1),
    /assemble\(\) refused with \d+ tokens \(.*\), but \d+ tokens are enough/,
  ],
  'does not count the tokens of the system flag': [
    () => {
      const sound = standalone(renderXml);
      const isRule = (text: string) => text.startsWith('<rule>');
      const count = (text: string, counter: TokenCounter) => (isRule(text) ? 0 : counter.count(text));
      const assemble = (input: AssemblerInput) => {
        const { tokenCounter } = input;
        if (tokenCounter === undefined) return sound.assemble(input);
        return sound.assemble({
          ...input,
          tokenCounter: { ...tokenCounter, count: (text) => count(text, tokenCounter) },
        });
      };
      return { ...sound, assemble };
    },
    /tokens of a budget of/,
  ],
  'counts by its own rule if the counter is an estimate': [
    withInput((input) => (input.tokenCounter?.exact === false ? withoutTokens(input) : input)),
    /with a counter that rounds up/,
  ],
  'ignores maxBytes if maxTokens is given': [
    withInput((input) => (input.maxTokens === undefined ? input : { ...input, maxBytes: Number.MAX_SAFE_INTEGER })),
    /Two budgets give another prompt than the tighter one|does not refuse with \d+ bytes and/,
  ],
  'ignores maxTokens if maxBytes is limited': [
    withInput((input) => (input.maxBytes < 1e9 ? withoutTokens(input) : input)),
    /Two budgets give another prompt than the tighter one|does not refuse with \d+ bytes and/,
  ],
  'reports bytes if maxTokens is too small': [
    refusingBy(({ maxBytes, requiredBytes }) => new ContextBudgetError(maxBytes, requiredBytes)),
    /The error says that the budget in "bytes" is too small with \d+ tokens/,
  ],
  'gives the wrong maxTokens in the error': [
    refusingBy(
      ({ maxBytes, requiredTokens }) =>
        new ContextBudgetError(maxBytes, 0, { maxTokens: 1_000, requiredTokens: requiredTokens! }),
    ),
    /The error says maxTokens 1000/,
  ],
  'gives the wrong requiredTokens': [
    refusingBy(
      ({ maxBytes, maxTokens, requiredTokens }) =>
        new ContextBudgetError(maxBytes, 0, { maxTokens: maxTokens!, requiredTokens: requiredTokens! + 1 }),
    ),
    /The error says requiredTokens \d+ .* smallest budget that works is \d+/,
  ],
  'refuses tokens with a plain Error': [refusingBy(() => new Error('too many')), /threw Error: "too many"/],
  'accepts maxTokens without a counter': [
    withInput((input) => (input.tokenCounter === undefined ? withoutTokens(input) : input)),
    /maxTokens without a tokenCounter was accepted/,
  ],
  'accepts any maxTokens': [
    withInput((input) =>
      Number.isFinite(input.maxTokens ?? 0) && Number(input.maxTokens ?? 0) >= 0 ? input : withoutTokens(input),
    ),
    /maxTokens NaN was accepted/,
  ],
  'prints its counter': [
    () => {
      const sound = standalone(renderSections);
      const signed = (prompt: string, input: AssemblerInput) =>
        input.tokenCounter && input.maxTokens === undefined ? `${prompt}\n${input.tokenCounter.id}` : prompt;
      return {
        ...sound,
        assemble: (input) => {
          const { prompt, systemFlag } = sound.assemble(input);
          return { prompt: signed(prompt, input), systemFlag };
        },
      };
    },
    /A tokenCounter whose maxTokens is never reached changes the prompt/,
  ],
  'counts all tokens again for each message dropped': [
    withSteps({
      fit: (parts, budget, steps) => {
        if (steps.measure === measureUtf8 || parts.context.length < 20) return fitByMeasuring(parts, budget, steps);
        const lines = parts.context.map(sectionLine);
        while (lines.length > 0 && steps.measure({ prompt: lines.join('\n') }) > budget) lines.shift();
        return fitByMeasuring({ ...parts, context: parts.context.slice(-lines.length) }, budget, steps);
      },
    }),
    /quadratic work: tokens of \d+ characters were counted/,
  ],
  'measures lines again and again with encodeInto': [
    withSteps({
      fit: (parts, budget, steps) => {
        if (parts.context.length < 20) return fitByMeasuring(parts, budget, steps);
        const lines = parts.context.map(sectionLine);
        const bytes = new Uint8Array(1_000_000);
        while (lines.length > 0 && new TextEncoder().encodeInto(lines.join('\n'), bytes).written > budget) {
          lines.shift();
        }
        return fitByMeasuring(parts, budget, steps);
      },
    }),
    /quadratic work: texts of \d+ characters were measured/,
  ],
};
