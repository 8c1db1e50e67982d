import { describe, expect, it } from 'vitest';
import { deepCopy } from './deep-copy.ts';

describe('a deep copy', () => {
  it('keeps dates, bytes, maps and sets what they are, and shares none of them', () => {
    const inner = { n: 1 };
    const value = {
      date: new Date(5),
      bytes: new Uint8Array([1, 2]),
      numbers: new Float64Array([0.5]),
      view: new DataView(new Uint8Array([1, 2, 3]).buffer, 1, 2),
      map: new Map([[inner, { n: 2 }]]),
      set: new Set([inner]),
      list: [inner, null, undefined],
    };
    const copy = deepCopy(value);
    expect(copy).toStrictEqual(value);

    value.date.setTime(0);
    value.bytes[0] = 9;
    value.view.setUint8(0, 9);
    inner.n = 9;
    value.map.get(inner)!.n = 9;
    expect(copy.date.getTime()).toBe(5);
    expect(copy.bytes).toEqual(new Uint8Array([1, 2]));
    expect([copy.view.byteLength, copy.view.getUint8(0)]).toEqual([2, 2]);
    expect([...copy.map]).toEqual([[{ n: 1 }, { n: 2 }]]);
    expect([...copy.set]).toEqual([{ n: 1 }]);
    expect(copy.list).toEqual([{ n: 1 }, null, undefined]);
  });
});
