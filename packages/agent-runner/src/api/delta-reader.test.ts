import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDeltaReader } from './delta-reader.ts';

function read(...pieces: string[]): string[] {
  const reader = createDeltaReader();
  return [...pieces.map((piece) => reader.push(piece)), reader.flush()];
}

describe('text in pieces', () => {
  it('is passed on at once if the pieces are deltas', () => {
    expect(read('Hel', 'lo', ' you', ' Hello')).toEqual(['Hel', 'lo', ' you', ' Hello', '']);
    expect(read('ha', 'ha', 'haha')).toEqual(['ha', 'ha', 'haha', '']);
  });

  it('is shown once if every piece is all text so far', () => {
    expect(read('I', 'I am', 'I am', 'I am here.')).toEqual(['I', '', ' am', ' here.', '']);
    expect(read('', 'Hello', 'Hello you')).toEqual(['', 'Hello', '', ' you']);
  });

  it('is not lost if a piece begins like all before it by chance', () => {
    expect(read('ha', 'haha', ' funny').join('')).toBe('hahaha funny');
    expect(read('1', '10').join('')).toBe('110');
    expect(read('Hello', 'Hello you', 'Hello you two', ' Bye').join('')).toBe('Hello you two Bye');
  });

  it('is whole in the end, for all ways to send it', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(40), { minLength: 3 }), (numbers) => {
        const words = numbers.map((number) => `word ${number}, `);
        const soFar = words.map((_, index) => words.slice(0, index + 1).join(''));
        expect(read(...words).join('')).toBe(words.join(''));
        expect(read(...soFar).join('')).toBe(words.join(''));
      }),
    );
  });
});
