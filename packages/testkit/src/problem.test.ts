import { describe, expect, it } from 'vitest';
import { describeError, quote } from './problem.ts';

describe('a message', () => {
  it('shortens long values', () => {
    expect([...quote('x'.repeat(500))].length).toBeLessThan(91);
  });

  it('keeps an error message of up to 300 characters whole, because its decisive part may be anywhere', () => {
    const message = `${'a'.repeat(150)} decisive ${'b'.repeat(140)}`;
    expect(describeError(new TypeError(message))).toBe(`TypeError: "${message}"`);
    expect(describeError(new TypeError('x'.repeat(2_000))).length).toBeLessThan(400);
  });
});
