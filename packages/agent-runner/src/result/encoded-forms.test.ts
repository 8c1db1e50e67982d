import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor } from './redactor.ts';

const secret = fc
  .oneof(
    fc.string({ unit: 'grapheme-ascii', minLength: 8, maxLength: 40 }),
    fc.string({
      unit: fc.constantFrom('ä', '/', '+', '"', '\\', ' ', 'k', '9', '漢', '🙂', '\n', '%'),
      minLength: 8,
      maxLength: 20,
    }),
  )
  .filter((value) => value.trim().length >= 8);
const REDACTED = '[redacted]';

/** A redactor of one value that no pattern matches. */
const redactorOf = (value: string) => createRedactor([value]);

describe('an encoded known secret', () => {
  it.each([
    ['hex', (value: string) => Buffer.from(value).toString('hex')],
    ['upper-case hex', (value: string) => Buffer.from(value).toString('hex').toUpperCase()],
    ['a URL component', (value: string) => encodeURIComponent(value)],
    [
      'a lower-case URL component',
      (value: string) => encodeURIComponent(value).replace(/%../g, (code) => code.toLowerCase()),
    ],
    ['a URL-encoded form', (value: string) => new URLSearchParams({ x: value }).toString().slice(2)],
    [
      'percent-encoded bytes',
      (value: string) =>
        Array.from(Buffer.from(value), (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join(''),
    ],
    ['JSON', (value: string) => JSON.stringify(value).slice(1, -1)],
    ['JSON in JSON', (value: string) => JSON.stringify(JSON.stringify(value)).slice(3, -3)],
    [
      'JSON in ASCII',
      (value: string) =>
        JSON.stringify(value)
          .slice(1, -1)
          .replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
    ],
    ['JSON with escaped slashes', (value: string) => JSON.stringify(value).slice(1, -1).replaceAll('/', '\\/')],
  ])('is removed as %s', (_what, encode) => {
    fc.assert(
      fc.property(secret, (value) => {
        const written = encode(value);
        expect(redactorOf(value)(`before ${written} after`)).toBe(`before ${REDACTED} after`);
      }),
      { numRuns: 200 },
    );
  });

  it('does not change text that does not contain it', () => {
    const text = 'Nothing of it: aGVsbG8gd29ybGQ= 68656c6c6f %68%65 \\u0068';
    expect(redactorOf('another secret')(text)).toBe(text);
  });
});
