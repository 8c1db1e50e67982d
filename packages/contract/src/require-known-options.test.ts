import { describe, expect, it } from 'vitest';
import { requireKnownOptions } from './require-known-options.ts';

describe('options', () => {
  it('are refused by name where nobody reads them, and those there are are listed', () => {
    expect(() => requireKnownOptions({ maxBytes: 1, maxByte: 2 }, { maxBytes: true, logger: true })).toThrow(
      new TypeError('There is no option "maxByte", only maxBytes, logger'),
    );
  });

  it('are refused too when their name is that of something every object has', () => {
    expect(() => requireKnownOptions({ toString: 1 }, { maxBytes: true })).toThrow(TypeError);
  });

  it('may be missing', () => {
    requireKnownOptions({}, { maxBytes: true });
  });
});
