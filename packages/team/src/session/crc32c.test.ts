import { expect, it } from 'vitest';
import { crc32c } from './crc32c.ts';

// The first two are test values of RFC 3720 (32 bytes of 0x00 and of 0xff), the last is the usual check value.
it.each([
  ['32 zeros', Buffer.alloc(32), '8a9136aa'],
  ['32 ones', Buffer.alloc(32, 0xff), '62a8ab43'],
  ['nothing', Buffer.alloc(0), '00000000'],
  ['the digits 1 to 9', Buffer.from('123456789'), 'e3069283'],
])('crc32c of %s is the published value', (_what, bytes, expected) => {
  expect(crc32c(bytes)).toBe(expected);
});
