import { describe, expect, it } from 'vitest';
import { noise } from './driver-events.ts';

describe('a line that is not JSON', () => {
  it('is reported as it is, unless it is blank', () => {
    expect(noise(' a ')).toEqual([{ type: 'raw', data: ' a ' }]);
    expect(noise(' \t')).toEqual([]);
    expect(noise('')).toEqual([]);
  });
});
