import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeUtf8 } from './decode-utf8.ts';

describe('decoding UTF-8', () => {
  it('gives the text Node gives, for text and for bytes that are none', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 20 }).map((text) => Buffer.from(text)),
      fc.uint8Array({ maxLength: 4 }).map((bytes) => Buffer.from(bytes)),
      fc.constantFrom('a', 'é', '😀', '\ufeff').map((character) => Buffer.from(character.repeat(1_500))),
    );
    fc.assert(
      fc.property(fc.array(piece), fc.nat(3), fc.nat(3), (pieces, before, after) => {
        const bytes = Buffer.concat(pieces);
        const start = Math.min(before, bytes.length);
        const end = Math.max(start, bytes.length - after);
        expect(decodeUtf8(bytes, start, end)).toBe(bytes.toString('utf8', start, end));
      }),
    );
  });
});
