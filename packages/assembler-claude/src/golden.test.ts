import type { AssemblerInput } from '@ctx/contract';
import { renderLayout } from '@ctx/trimmer';
import { describe, expect, it } from 'vitest';
import vectors from './__fixtures__/golden.json' with { type: 'json' };
import { ClaudeContextAssembler } from './claude-context-assembler.ts';

const assembler = new ClaudeContextAssembler();

describe('the golden vectors of ClaudeContextAssembler', () => {
  for (const { name, input, output, droppedMessages, newer, error } of vectors) {
    it(name, () => {
      if (error !== undefined) {
        expect(() => assembler.assemble(input as AssemblerInput)).toThrow(expect.objectContaining({ code: error }));
        return;
      }
      const assembled = assembler.assemble(input as AssemblerInput);
      expect(assembled).toEqual(output);
      expect(Object.keys(assembled)).toEqual(['prompt', 'systemFlag']);
      const { receipt, ...explained } = renderLayout(assembler.layout(input as AssemblerInput), input);
      expect(explained).toEqual(assembled);
      expect(receipt.context?.dropped).toBe(droppedMessages);
      expect(receipt.message?.newer).toBe(newer);
    });
  }
});
