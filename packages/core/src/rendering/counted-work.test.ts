import { CodexContextAssembler } from '@ctx/assembler-codex';
import type { AssemblerInput, IContextAssembler, Layout } from '@ctx/contract';
import { describe, expect, it, vi } from 'vitest';
import { ContextManager } from '../context-manager.ts';

const kai = { roleId: 'kai', roleName: 'Kai', type: 'human' } as const;
const KILOBYTE = 'x'.repeat(1_000);
const MAX_BYTES = 786_432;

interface Work {
  messagesRendered: number;
  unitsMeasured: number;
  bytesEncoded: number;
}

/** Codex's format with a line that counts how often it is asked. */
function countingAssembler(work: Work): IContextAssembler {
  const codex = new CodexContextAssembler();
  const line = ({ from, content }: { from: string; content: string }) => {
    work.messagesRendered++;
    return `- ${from}: ${content}`;
  };
  const layout = (input: AssemblerInput): Layout => {
    const original = codex.layout(input);
    return { blocks: original.blocks.map((block) => (block.shrink === 'oldest' ? { ...block, line } : block)) };
  };
  return { getAgentType: () => 'counting', layout, assemble: (input) => codex.assemble(input) };
}

/** Counts what `run` does to text: a clock would tell more about the machine than about the code. */
function counted(work: Work, run: () => void): Work {
  Object.assign(work, { messagesRendered: 0, unitsMeasured: 0, bytesEncoded: 0 });
  const { byteLength } = Buffer;
  const write = Buffer.prototype.write as (...args: unknown[]) => number;
  const measuring = vi.spyOn(Buffer, 'byteLength').mockImplementation((text, encoding) => {
    work.unitsMeasured += String(text).length;
    return byteLength(text, encoding);
  });
  const writing = vi.spyOn(Buffer.prototype, 'write').mockImplementation(function (this: Buffer, ...args: unknown[]) {
    const written = write.apply(this, args);
    work.bytesEncoded += written;
    return written;
  });
  try {
    run();
  } finally {
    measuring.mockRestore();
    writing.mockRestore();
  }
  return { ...work };
}

function conversation(count: number) {
  const work: Work = { messagesRendered: 0, unitsMeasured: 0, bytesEncoded: 0 };
  const context = new ContextManager({
    assemblers: [countingAssembler(work)],
    contextWindowSize: Number.POSITIVE_INFINITY,
    maxBytes: MAX_BYTES,
    stripping: 'strict',
  });
  const add = () => context.addMessage({ content: KILOBYTE, speaker: kai });
  for (let index = 0; index < count; index++) add();
  const assemble = (format: 'string' | 'chunks') => context.assembleForAgent('x', 'counting', { format } as never);
  return { add, assemble, count: (run: () => void) => counted(work, run) };
}

describe.each(['string', 'chunks'] as const)('the work of a prompt as %s', (format) => {
  it('follows what is kept, not how long the conversation is', () => {
    const [short, long] = [2_000, 20_000].map((length) => {
      const { assemble, count } = conversation(length);
      return count(() => assemble(format));
    });
    expect(long).toEqual(short);
    expect(long!.messagesRendered).toBeLessThan(800);
    expect(long!.unitsMeasured).toBeLessThan(2 * MAX_BYTES);
  });

  it('is nothing but the new message once a prompt was made', () => {
    const { add, assemble, count } = conversation(3_000);
    assemble(format);
    const turns = Array.from({ length: 50 }, () =>
      count(() => {
        add();
        assemble(format);
      }),
    );
    for (const turn of turns) {
      expect(turn.messagesRendered).toBe(1);
      expect(turn.unitsMeasured).toBeLessThan(5_000);
      expect(turn.bytesEncoded).toBeLessThan(5_000);
    }
  });
});

it('stays the same for 2,000 turns, each with one message more', () => {
  const { add, assemble, count } = conversation(1);
  const perTurn = Array.from({ length: 2_000 }, () =>
    count(() => {
      add();
      assemble('chunks');
    }),
  );
  const work = ({ messagesRendered, unitsMeasured, bytesEncoded }: Work) =>
    messagesRendered + unitsMeasured + bytesEncoded;
  const average = (turns: readonly Work[]) => turns.reduce((sum, turn) => sum + work(turn), 0) / turns.length;
  expect(average(perTurn.slice(1_500))).toBeLessThan(average(perTurn.slice(100, 600)) * 1.1);
});
