import { expect, it } from 'vitest';
import { requireNoMore } from './require-no-more.ts';

it('refuses an option that nobody reads, by its name', () => {
  const { maxBytes, ...unknown } = JSON.parse('{ "maxBytes": 1, "maxByte": 2 }');
  expect(maxBytes).toBe(1);
  expect(() => requireNoMore(unknown)).toThrow(new TypeError('Unknown option "maxByte"'));
  requireNoMore({});
});

it('takes the known names too, and none that every object has', () => {
  requireNoMore({ maxBytes: 1 }, { maxBytes: true });
  expect(() => requireNoMore({ toString: 1 }, { maxBytes: true })).toThrow(TypeError);
});
