import { GeminiContextAssembler } from '@ctx/assembler-gemini';
import type { AssemblerInput, TokenCounter } from '@ctx/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ContextManager } from './context-manager.ts';

const kai = { roleId: 'kai', roleName: 'Kai', type: 'human' } as const;
const max = { roleId: 'max', roleName: 'Max', type: 'ai' } as const;
const logger = { debug() {}, info() {}, warn() {}, error() {} };
const tokenCounter: TokenCounter = { id: 'toy', exact: false, count: (text) => Math.ceil(text.length / 2) };

/** One step in the life of a conversation. */
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ add: fc.integer({ min: 1, max: 12 }), size: fc.constantFrom(0, 3, 40, 200, 600) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      window: fc.constantFrom(0, 2, 9, Number.POSITIVE_INFINITY),
      replyTo: fc.option(fc.nat(60), { nil: undefined }),
      upTo: fc.option(fc.nat(60), { nil: undefined }),
      since: fc.option(fc.nat(60), { nil: undefined, freq: 2 }),
      keepFrom: fc.option(fc.nat(60), { nil: undefined, freq: 2 }),
      budget: fc.constantFrom(400, 230, 900),
      maxTokens: fc.constantFrom(undefined, 150, 300),
      instruction: fc.constantFrom('', 'short', 'long '.repeat(20)),
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom('clear' as const, 'import' as const) },
);

type Outcome = { readonly error: string } | { readonly prompt: string; readonly receipt: unknown };

function outcomeOf(run: () => { prompt: string; receipt: unknown }): Outcome {
  try {
    return run();
  } catch (error) {
    return { error: String(error) };
  }
}

describe('prompts of assembleForAgent', () => {
  it('are the same as prompts made in two steps, after any sequence of changes and prompts', () => {
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 25 }),
        fc.constantFrom(0, 7, 40),
        fc.boolean(),
        (steps, maxMessages, guarded) => {
          const assemblers = [new GeminiContextAssembler()];
          const context = new ContextManager({ assemblers, maxBytes: 400, maxMessages, logger, guarded, tokenCounter });
          let added = 0;
          for (const action of steps) {
            if (action === 'clear') context.clear();
            else if (action === 'import') context.importSnapshot(context.exportSnapshot());
            else if ('add' in action) {
              for (let index = 0; index < action.add; index++) {
                const content = `${added++} ${['x', '漢', '🙂', '\n', '\ud83d'][added % 5]!.repeat(action.size)}`;
                const metadata = added % 4 ? undefined : { deeds: `did ${added}` };
                context.addMessage({ content, speaker: added % 3 ? kai : max, metadata });
              }
            } else {
              const ids = context.getMessages().map(({ id }) => id);
              const idAt = (place: number | undefined) =>
                place === undefined || ids.length === 0 ? undefined : ids[place % ids.length];
              const call = {
                windowSizeOverride: action.window,
                maxBytesOverride: action.budget,
                maxTokens: action.maxTokens,
                systemInstruction: action.instruction,
                upTo: idAt(action.upTo),
                replyTo: idAt(action.replyTo),
                since: idAt(action.since),
                keepFrom: idAt(action.keepFrom),
              };
              const right = outcomeOf(() =>
                context.explainPrompt('gemini', context.getContextForAgent('max', 'gemini', call)),
              );
              expect(outcomeOf(() => context.assembleForAgent('max', 'gemini', call))).toEqual(right);
              const inChunks = outcomeOf(() => {
                const chunked = context.assembleForAgent('max', 'gemini', { ...call, format: 'chunks' });
                return { ...chunked, prompt: Buffer.concat(chunked.prompt).toString() };
              });
              const asBytes = 'prompt' in right ? { ...right, prompt: Buffer.from(right.prompt).toString() } : right;
              expect(inChunks).toEqual(asBytes);
            }
          }
        },
      ),
      { numRuns: 400 },
    );
  });
});

describe('contextMessages', () => {
  it('is a plain array of plain objects, for assemblers with and without a layout', () => {
    const seen: (readonly unknown[])[] = [];
    const assemble = ({ contextMessages }: AssemblerInput) => {
      seen.push(structuredClone(contextMessages));
      return { prompt: '', systemFlag: undefined };
    };
    const layout = (input: AssemblerInput) => {
      assemble(input);
      return { blocks: [] };
    };
    const context = new ContextManager({
      assemblers: [
        { getAgentType: () => 'plain-one', assemble },
        { getAgentType: () => 'layout-one', assemble, layout },
      ],
      contextWindowSize: 200,
    });
    for (let index = 0; index < 100; index++) context.addMessage({ content: String(index), speaker: kai });
    context.assembleForAgent('x', 'plain-one');
    context.assembleForAgent('x', 'layout-one');
    expect(seen.map((messages) => messages.length)).toEqual([99, 99]);
    expect(seen[0]).toEqual(seen[1]);
  });
});
