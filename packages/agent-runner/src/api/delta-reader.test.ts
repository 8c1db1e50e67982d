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

  it('is shown once if a piece in between or at the end is all text so far', () => {
    const text = 'This is a long sentence that no model says twice in one breath, is it?';
    const words = text.split(/(?<= )/);
    expect(read(...words, text).join('')).toBe(text);
    expect(read(text, text).join('')).toBe(text);
    const some = words.slice(0, 6).join('');
    expect(read(...words.slice(0, 5), some, ...words.slice(6)).join('')).toBe(text);
    expect(read(text.slice(0, 20), text.slice(0, 30), 'This', text).join('')).toBe(text);
  });

  it('may repeat itself', () => {
    const line = 'All work and no play.\n';
    expect(read(line, line, line).join('')).toBe(line.repeat(3));
    expect(read('ha', 'ha', 'hahaha').join('')).toBe('hahahahaha');
  });

  it('is read in linear time', () => {
    const reader = createDeltaReader();
    let length = 0;
    for (let index = 0; index < 500_000; index += 1) length += reader.push('word ').length;
    expect(length + reader.flush().length).toBe(2_500_000);
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
