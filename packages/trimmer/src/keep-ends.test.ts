import type { CuttableBlock, Layout, TokenCounter } from '@ctx/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import vectors from './__fixtures__/cut-middle.json' with { type: 'json' };
import { renderLayout } from './render-layout.ts';

const layoutOf = (block: Omit<CuttableBlock, 'name' | 'shrink'>): Layout => ({
  blocks: [{ name: 'message', shrink: 'end', ...block }],
});
const bytes = (text: string) => Buffer.byteLength(text);
const cutTo = (maxBytes: number, text: string, more: object = {}) =>
  renderLayout(layoutOf({ text }), { maxBytes, cut: 'middle', ...more });

describe('the golden vectors of a cut in the middle', () => {
  it.each(vectors)('$name', ({ block, maxBytes, prompt, cutBytes, requiredBytes }) => {
    const render = () => renderLayout(layoutOf(block), { maxBytes, cut: 'middle' });
    if (requiredBytes !== undefined) {
      expect(render).toThrow(expect.objectContaining({ code: 'CTX_BUDGET_TOO_SMALL', requiredBytes }));
      return;
    }
    const { prompt: rendered, receipt } = render();
    expect([rendered, receipt.message?.cutBytes]).toEqual([prompt, cutBytes]);
  });
});

describe('a message that loses its middle', () => {
  it('keeps a question at its end, at its beginning or between', () => {
    const log = '2026-11-19 error: nothing\n'.repeat(20_000);
    expect(cutTo(10_000, `${log}Why does it fail?`).prompt).toMatch(
      /^2026[\s\S]*\n\[\d+ KB left out\]\n[\s\S]*fail\?$/,
    );
    expect(cutTo(10_000, `Why does it fail?\n${log}`).prompt).toMatch(/^Why does it fail\?\n[\s\S]* left out\]\n/);
  });

  it('fits, says what is missing, and keeps two ends of the same size', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 60, maxLength: 3_000 });
    fc.assert(
      fc.property(text, fc.integer({ min: 40, max: 2_000 }), (message, maxBytes) => {
        fc.pre(bytes(message) > maxBytes);
        const { prompt, receipt } = cutTo(maxBytes, message);
        const cutBytes = receipt.message!.cutBytes;
        const line = `\n[${cutBytes < 1024 ? `${cutBytes} bytes` : `${Math.ceil(cutBytes / 1024)} KB`} left out]`;
        expect(bytes(prompt)).toBeLessThanOrEqual(maxBytes);
        expect(bytes(prompt)).toBeGreaterThan(maxBytes - 16);
        const at = prompt.indexOf(line);
        const [beginning, end] = [prompt.slice(0, at), prompt.slice(at + line.length + 1)];
        expect(message.startsWith(beginning) && message.endsWith(end)).toBe(true);
        expect(Math.abs(bytes(beginning) - bytes(end))).toBeLessThanOrEqual(8);
        expect(bytes(beginning) + cutBytes + bytes(end)).toBe(bytes(message));
      }),
    );
  });

  it('says how much budget would be enough', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 80 }), fc.nat(60), (message, maxBytes) => {
        let required = maxBytes;
        try {
          cutTo(maxBytes, message);
        } catch (error) {
          required = (error as { requiredBytes: number }).requiredBytes;
          expect(required).toBeGreaterThan(maxBytes);
          expect(() => cutTo(required - 1, message)).toThrow('Raise it');
        }
        expect(() => cutTo(required, message)).not.toThrow();
      }),
    );
  });

  it('keeps to a budget in tokens too', () => {
    const tokenCounter: TokenCounter = { id: 'characters', exact: true, count: (text) => text.length };
    const { prompt, receipt } = cutTo(10_000, 'x'.repeat(5_000), { maxTokens: 300, tokenCounter });
    expect(prompt.length).toBeLessThanOrEqual(300);
    expect(receipt.tokens?.used).toBe(prompt.length);
    expect(prompt).toMatch(/^x{130,}\n\[5 KB left out\]\nx{130,}$/);
  });

  it('is indented or escaped as a whole, with the line in it', () => {
    const text = `a\n${'b'.repeat(2_000)}\nc`;
    const indented = renderLayout(layoutOf({ text, indent: '  ' }), { maxBytes: 60, cut: 'middle' });
    expect(indented.prompt).toMatch(/^a\n {2}b+\n {2}\[2 KB left out\]\n {2}b+\n {2}c$/);
    const inString = (given: string) => JSON.stringify(given).slice(1, -1);
    const escaped = renderLayout(layoutOf({ text, escape: inString }), { maxBytes: 60, cut: 'middle' });
    expect(escaped.prompt).toMatch(/^a\\nb+\\n\[2 KB left out\]\\nb+\\nc$/);
  });

  it('of 50 MB is cut without being copied', () => {
    const huge = 'a'.repeat(50 * 1024 * 1024);
    const { prompt, receipt } = cutTo(786_432, huge);
    expect(bytes(prompt)).toBeLessThanOrEqual(786_432);
    expect(receipt.message!.cutBytes).toBeGreaterThan(49 * 1024 * 1024);
  });
});
