// The Castagnoli polynomial with its bits reversed, which file systems and databases also use for checksums.
const POLYNOMIAL = 0x82f63b78;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ POLYNOMIAL : value >>> 1;
  return value;
});

/** CRC-32C of some bytes, as eight lower-case hex digits. */
export function crc32c(bytes: Uint8Array): string {
  let value = 0xffffffff;
  // Not `for…of`: it is several times slower until the loop is compiled, and a short command ends before that.
  for (let index = 0; index < bytes.length; index++) {
    value = (value >>> 8) ^ TABLE[(value ^ bytes[index]!) & 0xff]!;
  }
  return ((value ^ 0xffffffff) >>> 0).toString(16).padStart(8, '0');
}
