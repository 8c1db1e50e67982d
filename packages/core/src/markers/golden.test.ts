import { describe, expect, it } from 'vitest';
import vectors from './__fixtures__/golden.json' with { type: 'json' };
import { stripAllMarkers } from './strip-all-markers.ts';

describe('the golden vectors of stripAllMarkers', () => {
  for (const { name, mode, input, output } of vectors) {
    it(`${mode}: ${name}`, () => {
      expect(stripAllMarkers(input, mode as 'lenient' | 'strict')).toBe(output);
    });
  }
});
