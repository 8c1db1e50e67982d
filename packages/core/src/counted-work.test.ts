import { CodexContextAssembler } from '@ctx/assembler-codex';
import type { AssemblerInput, IContextAssembler, Layout } from '@ctx/contract';
import { describe, expect, it, vi } from 'vitest';
import { ContextManager } from './context-manager.ts';

const kai = { roleId: 'kai', roleName: 'Kai', type: 'human' } as const;
const KILOBYTE = 'x'.repeat(1_000);
const MAX_BYTES = 786_432;

interface Work {
  messagesGiven: number;
  messagesRendered: number;
  unitsEncoded: number;
}

/** The format of Codex with a line function that counts its calls. */
function countingAssembler(work: Work): IContextAssembler {
  const codex = new CodexContextAssembler();
  const line = ({ from, content }: { from: string; content: string }) => {
    work.messagesRendered++;
    return `- ${from}: ${content}`;
  };
  const layout = (input: AssemblerInput): Layout => {
    work.messagesGiven += input.contextMessages.length;
    const { blocks } = codex.layout(input);
    return { blocks: blocks.map((block) => (block.shrink === 'oldest' ? { ...block, line } : block)) };
  };
  return { getAgentType: () => 'counting', layout, assemble: (input) => codex.assemble(input) };
}

/** Counts the work of `run`, because measured times depend on the machine. */
function counted(work: Work, run: () => void): Work {
  Object.assign(work, { messagesGiven: 0, messagesRendered: 0, unitsEncoded: 0 });
  const encodeInto = vi.spyOn(TextEncoder.prototype, 'encodeInto');
  const encode = vi.spyOn(TextEncoder.prototype, 'encode');
  try {
    run();
    for (const [text] of [...encodeInto.mock.calls, ...encode.mock.calls]) work.unitsEncoded += text!.length;
  } finally {
    encodeInto.mockRestore();
    encode.mockRestore();
  }
  return { ...work };
}

function conversation(count: number, maxBytes = MAX_BYTES) {
  const work: Work = { messagesGiven: 0, messagesRendered: 0, unitsEncoded: 0 };
  const context = new ContextManager({
    assemblers: [countingAssembler(work)],
    contextWindowSize: Number.POSITIVE_INFINITY,
    maxBytes,
    stripping: 'strict',
  });
  const add = () => context.addMessage({ content: KILOBYTE, speaker: kai });
  for (let index = 0; index < count; index++) add();
  const assemble = (format: 'string' | 'chunks') => context.assembleForAgent('x', 'counting', { format } as never);
  return { add, assemble, count: (run: () => void) => counted(work, run) };
}

describe.each(['string', 'chunks'] as const)('the work of a prompt as %s', (format) => {
  it('depends on the messages that are kept, not on the length of the conversation', () => {
    const [short, long] = [2_000, 20_000].map((length) => {
      const { assemble, count } = conversation(length);
      return count(() => assemble(format));
    });
    expect(long).toEqual(short);
    expect(long!.messagesGiven).toBeLessThan(800);
    expect(long!.messagesRendered).toBeLessThan(800);
    expect(long!.unitsEncoded).toBeLessThan(2.5 * MAX_BYTES);
  });

  it('is only the new message after the first prompt', () => {
    const { add, assemble, count } = conversation(3_000);
    assemble(format);
    const turns = Array.from({ length: 50 }, () =>
      count(() => {
        add();
        assemble(format);
      }),
    );
    for (const turn of turns) {
      expect(turn.messagesGiven).toBeLessThan(800);
      expect(turn.messagesRendered).toBe(1);
      expect(turn.unitsEncoded).toBeLessThan(6_000);
    }
  });
});

it('the work of a turn stays the same over 400 turns once the budget is full', () => {
  const { add, assemble, count } = conversation(1, 50_000);
  const perTurn = Array.from({ length: 400 }, () =>
    count(() => {
      add();
      assemble('chunks');
    }),
  );
  const work = ({ messagesGiven, messagesRendered, unitsEncoded }: Work) =>
    messagesGiven + messagesRendered + unitsEncoded;
  const average = (turns: readonly Work[]) => turns.reduce((sum, turn) => sum + work(turn), 0) / turns.length;
  expect(average(perTurn.slice(300))).toBeLessThan(average(perTurn.slice(100, 200)) * 1.1);
});

it('a layout that shortens messages is asked again with twice as many until the budget is full', () => {
  const given: number[] = [];
  const layout = ({ contextMessages: messages }: AssemblerInput): Layout => {
    given.push(messages.length);
    return { blocks: [{ name: 'context', shrink: 'oldest', messages, line: firstLetter }] };
  };
  const context = new ContextManager({
    assemblers: [{ getAgentType: () => 'initials', layout, assemble: () => ({ prompt: '' }) }],
    contextWindowSize: Number.POSITIVE_INFINITY,
    maxBytes: 1_000,
  });
  for (let index = 0; index < 5_000; index++) context.addMessage({ content: 'x'.repeat(100), speaker: kai });
  const { receipt } = context.assembleForAgent('x', 'initials');
  expect(receipt.context).toMatchObject({ offered: 4_999, kept: 500, dropped: 4_499, firstKeptId: 'msg-4500' });
  expect(given).toEqual([11, 21, 41, 81, 161, 321, 641]);
});

function firstLetter({ content }: { content: string }): string {
  return content.slice(0, 1);
}
