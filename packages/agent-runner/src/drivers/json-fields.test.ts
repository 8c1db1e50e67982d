import { describe, expect, it } from 'vitest';
import { asArray, asCount, asNumber, asObject, asText } from './json-fields.ts';

const VALUES = [{ a: 1 }, [1], 'text', 7, 7.5, -1, Number.NaN, Number.POSITIVE_INFINITY, true, null, undefined];
const accepted = (read: (value: unknown) => unknown) => VALUES.filter((value) => read(value) === value);

describe('a field of a line', () => {
  it('is read as one type, and as nothing if it has another', () => {
    expect(accepted(asObject)).toEqual([{ a: 1 }, undefined]);
    expect(accepted(asText)).toEqual(['text']);
    expect(accepted(asNumber)).toEqual([7, 7.5, -1, undefined]);
    expect(accepted(asCount)).toEqual([7, undefined]);
    expect(accepted(asArray)).toEqual([[1]]);
    expect(asArray('text')).toEqual([]);
    expect(asText(7)).toBe('');
  });
});
