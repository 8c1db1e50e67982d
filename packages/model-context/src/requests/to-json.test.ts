import { describe, expect, it } from 'vitest';
import { isRecord, toJson } from './to-json.ts';

describe('JSON of any value', () => {
  it('is null for a value that JSON leaves out', () => {
    expect(toJson(undefined)).toBe('null');
    expect(toJson(() => 1)).toBe('null');
  });

  it('is one line that says so if the value has no JSON', () => {
    const cycle: Record<string, unknown> = {};
    cycle['self'] = cycle;
    expect(JSON.parse(toJson(cycle))).toMatch(/^\(not serializable: .*circular.*\)$/);
    expect(JSON.parse(toJson(1n))).toMatch(/^\(not serializable: .*BigInt\)$/);
    const throwing = {
      toJSON() {
        throw 'no error object';
      },
    };
    expect(JSON.parse(toJson(throwing))).toBe('(not serializable: unknown)');
  });
});

describe('a record', () => {
  it('is an object that is neither an array nor null', () => {
    expect([{}, [], null, undefined, 'x'].map(isRecord)).toEqual([true, false, false, false, false]);
  });
});
