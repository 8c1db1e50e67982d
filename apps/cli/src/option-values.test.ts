import { describe, expect, it } from 'vitest';
import { commaList, portNumber, positiveAmount, positiveCount } from './option-values.ts';

describe('the value of an option', () => {
  it('that is an amount is a number above 0, with or without a dollar sign', () => {
    expect([positiveAmount('0.5'), positiveAmount('$2')]).toEqual([0.5, 2]);
    for (const text of ['0', '-1', 'x', '', 'Infinity']) expect(() => positiveAmount(text)).toThrow();
  });

  it('that is a count is a whole number above 0', () => {
    expect([positiveCount('1'), positiveCount('20')]).toEqual([1, 20]);
    for (const text of ['0', '0.5', '-1', '$2', 'x', '']) expect(() => positiveCount(text)).toThrow();
  });

  it('that is a port is a number up to 65535', () => {
    expect([portNumber('0'), portNumber('8080')]).toEqual([0, 8080]);
    for (const text of ['65536', '-1', '1e3', 'x', '']) expect(() => portNumber(text)).toThrow();
  });

  it('that is a list may have blanks around its commas', () => {
    expect(commaList('sarah, max')).toEqual(['sarah', 'max']);
  });
});
