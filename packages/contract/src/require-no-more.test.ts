import { expect, it } from 'vitest';
import { requireNoMore } from './require-no-more.ts';

it('requireNoMore refuses an unknown option and names it', () => {
  const { maxBytes, ...unknown } = JSON.parse('{ "maxBytes": 1, "maxByte": 2 }');
  expect(maxBytes).toBe(1);
  expect(() => requireNoMore(unknown)).toThrow(new TypeError('Unknown option "maxByte"'));
  requireNoMore({});
});

it('requireNoMore accepts known names, but not names that every object inherits', () => {
  requireNoMore({ maxBytes: 1 }, { maxBytes: true });
  expect(() => requireNoMore({ toString: 1 }, { maxBytes: true })).toThrow(TypeError);
});
