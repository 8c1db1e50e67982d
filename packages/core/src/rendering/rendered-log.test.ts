import { GeminiContextAssembler } from '@ctx/assembler-gemini';
import type { AssemblerInput } from '@ctx/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ContextManager } from '../context-manager.ts';
import { lazyList } from './lazy-list.ts';
import { RenderedLog } from './rendered-log.ts';

const kai = { roleId: 'kai', roleName: 'Kai', type: 'human' } as const;
const max = { roleId: 'max', roleName: 'Max', type: 'ai' } as const;

/** What a conversation can be put through between two prompts. */
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
      budget: fc.constantFrom(400, 230, 900),
      instruction: fc.constantFrom('', 'short', 'long '.repeat(30)),
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom('clear' as const, 'import' as const) },
);

describe('prompts that build on earlier ones', () => {
  it('are the same as prompts made from nothing, whatever happened between them', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), fc.constantFrom(0, 7, 40), (steps, maxMessages) => {
        const logger = { debug() {}, info() {}, warn() {}, error() {} };
        const options = { assemblers: [new GeminiContextAssembler()], maxBytes: 400, maxMessages, logger };
        const context = new ContextManager(options);
        let added = 0;
        for (const action of steps) {
          if (action === 'clear') context.clear();
          else if (action === 'import') context.importSnapshot(context.exportSnapshot());
          else if ('add' in action) {
            for (let index = 0; index < action.add; index++) {
              const content = `${added++} ${['x', '漢', '🙂', '\ud83d'][added % 4]!.repeat(action.size)}`;
              context.addMessage({ content, speaker: added % 3 ? kai : max });
            }
          } else {
            const ids = context.getMessages().map(({ id }) => id);
            const end = action.upTo === undefined || ids.length === 0 ? ids.length : (action.upTo % ids.length) + 1;
            const call = {
              windowSizeOverride: action.window,
              maxBytesOverride: action.budget,
              systemInstruction: action.instruction,
              upTo: end === ids.length ? undefined : ids[end - 1],
              replyTo: action.replyTo === undefined || end === 0 ? undefined : ids[action.replyTo % end],
            };
            const expected = context.explainPrompt('gemini', context.getContextForAgent('x', 'gemini', call));
            expect(context.assembleForAgent('x', 'gemini', call)).toEqual(expected);
            const { prompt, ...rest } = context.assembleForAgent('x', 'gemini', { ...call, format: 'chunks' });
            expect(Buffer.concat(prompt).equals(Buffer.from(expected.prompt))).toBe(true);
            expect(rest.receipt).toEqual(expected.receipt);
          }
        }
      }),
      { numRuns: 600 },
    );
  });

  it('do not change chunks that were given away', () => {
    const context = new ContextManager({ assemblers: [new GeminiContextAssembler()], contextWindowSize: 100 });
    context.addMessage({ content: 'one', speaker: kai });
    context.addMessage({ content: 'two', speaker: kai });
    const { prompt } = context.assembleForAgent('x', 'gemini', { format: 'chunks' });
    const before = Buffer.concat(prompt).toString();
    for (let index = 0; index < 50; index++) {
      context.addMessage({ content: `more ${index}`, speaker: kai });
      context.assembleForAgent('x', 'gemini', { format: 'chunks' });
    }
    expect(Buffer.concat(prompt).toString()).toBe(before);
  });
});

describe('lazyList', () => {
  it('is an array to whoever looks at it', () => {
    const list = lazyList(3, (index) => index * 10);
    expect(Array.isArray(list)).toBe(true);
    expect([...list]).toEqual([0, 10, 20]);
    expect(list.map((item) => item + 1)).toEqual([1, 11, 21]);
    expect(list.slice(-2)).toEqual([10, 20]);
    expect(list.at(-1)).toBe(20);
    expect(list[3]).toBeUndefined();
    expect(1 in list).toBe(true);
    expect(JSON.stringify(list)).toBe('[0,10,20]');
  });

  it.each<[string, (list: number[]) => unknown]>([
    ['asked for its keys', (list) => Object.entries(list)],
    ['spread into an object', (list) => ({ ...list })],
    ['asked for its names', (list) => [Object.getOwnPropertyNames(list), Object.hasOwn(list, 0)]],
    ['frozen', (list) => [...Object.freeze(list)]],
    ['turned around', (list) => [list.reverse(), list.length, list[0], 3 in list].map(String)],
    ['shortened', (list) => [list.pop(), list.length, [...list]]],
    ['written to', (list) => [list.push(5), list[3], [...list]]],
  ])('is the same array when it is %s', (_way, use) => {
    const list = lazyList(3, (index) => index * 10) as number[];
    expect(use(list)).toEqual(use([0, 10, 20]));
  });
});

describe('an assembler without a layout', () => {
  it('gets a plain array, which it may clone', () => {
    const assemble = (input: AssemblerInput) => ({
      prompt: structuredClone(input.contextMessages)
        .map(({ content }) => content)
        .join(),
      systemFlag: undefined,
    });
    const context = new ContextManager({ assemblers: [{ getAgentType: () => 'cloning', assemble }] });
    for (const content of ['a', 'b', 'c']) context.addMessage({ content, speaker: kai });
    expect(context.assembleForAgent('x', 'cloning').prompt).toBe('a,b');
  });
});

describe('lines of messages that are no longer kept', () => {
  const messageAt = (number: number) => ({ from: 'Kai', to: 'all', content: `message ${number}` });
  const filled = () => {
    const log = new RenderedLog(({ content }) => content, 10_000, 0);
    log.append(100, 0, messageAt);
    return log;
  };

  it('go with the next prompt, once they are more than half', () => {
    const log = filled();
    log.append(101, 60, messageAt);
    expect(log.first).toBe(60);
    expect(log.lines(60, 61)).toEqual(['message 60']);
  });

  it('stay while they are few, so that forgetting costs what was added', () => {
    const log = filled();
    log.append(101, 40, messageAt);
    expect(log.first).toBe(0);
  });
});
