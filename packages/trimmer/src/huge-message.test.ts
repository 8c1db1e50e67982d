import type { AssemblerInput, TokenCounter } from '@ctx/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FormatAssembler } from './format-assembler.ts';
import { renderLayout } from './render-layout.ts';

const FORMAT = { context: { line: '{from}: {content}' }, message: {} };
const LENGTH = 5_000_000;

const huge = (change: Partial<AssemblerInput>): AssemblerInput => ({
  contextMessages: [],
  currentMessage: 'word\n'.repeat(LENGTH / 5),
  teamTask: null,
  maxBytes: 1_000,
  ...change,
});

afterEach(() => vi.restoreAllMocks());

describe('a message far longer than its budget', () => {
  it.each([
    ['unguarded', {}],
    ['guarded', { current: { from: 'Max' } }],
  ])('is read only as far as it can fit: %s', (_way, change) => {
    const input = huge(change);
    const encoded = vi.spyOn(TextEncoder.prototype, 'encodeInto');
    const replaced = vi.spyOn(String.prototype, 'replace');
    const { prompt, receipt } = renderLayout(new FormatAssembler('x', FORMAT).layout(input), input);
    const handled = [
      ...encoded.mock.calls.map(([text]) => text!.length),
      ...replaced.mock.contexts.map((text) => String(text).length),
    ];
    expect(prompt.length).toBe(1_000);
    expect(Math.max(...handled)).toBeLessThan(1_100);
    vi.restoreAllMocks();
    const written = 'current' in change ? LENGTH + 2 * (LENGTH / 5 - 1) - 1 : LENGTH - 1;
    expect(receipt.message!.bytes + receipt.message!.cutBytes).toBe(written);
  });

  it('is escaped only as far as it can fit', () => {
    const input = huge({});
    let escaped = 0;
    const format = {
      ...FORMAT,
      escape(text: string) {
        escaped += text.length;
        return text.replaceAll('w', '&w;');
      },
    };
    renderLayout(new FormatAssembler('x', format).layout(input), input);
    expect(escaped).toBeLessThan(30_000);
  });

  it('is counted in tokens only as far as it can fit', () => {
    let counted = 0;
    const tokenCounter: TokenCounter = {
      id: 'toy',
      exact: false,
      count(text) {
        counted += text.length;
        return text.length;
      },
    };
    const input = huge({ maxBytes: 1e9, maxTokens: 1_000, tokenCounter });
    expect(renderLayout(new FormatAssembler('x', FORMAT).layout(input), input).receipt.tokens?.used).toBe(1_000);
    expect(counted).toBeLessThan(50_000);
  });
});
