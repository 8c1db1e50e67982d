// Texts that stripping does not change (single spaces, no empty lines, no markers), so that the expected prompt can be
// computed without our own code. They contain brackets, so that looking for markers costs something.

const SYLLABLES = ['ka', 'ro', 'mi', 'te', 'su', 'no', 'ley', 'dan', 'vor', 'pim', 'qua', 'ster', 'ing', 'ob', 'ule'];
const CODE = ['items[0]', 'map[key]', '{ ok: true }', 'x => x + 1', '[1, 2]', '// see above', 'a && b'];
const CJK = ['会話', '予算', '手紙を書く', '模型', '测试', '消息', '대화', '요약', '次の担当者'];
const EMOJI = ['😀', '🚀', '👍', '🧪', '👩‍💻'];

const SPACE = 0x20;
const NEWLINE = 0x0a;

/** Creates a source of ASCII text. Its texts are flat one-byte strings, like text read from a process. */
export function createAsciiSource(random, poolBytes = 262_144) {
  const words = [];
  let bytes = 0;
  while (bytes < poolBytes) {
    const word = random.chance(0.03) ? random.pick(CODE) : asciiWord(random);
    const blank = random.chance(0.06) ? '\n' : ' ';
    words.push(word + blank);
    bytes += word.length + 1;
  }
  const pool = Buffer.from(words.join(''), 'latin1');
  return {
    /** Returns exactly `length` bytes that start and end with a word. */
    take(length) {
      const piece = Buffer.allocUnsafe(length);
      let start = pool.indexOf(SPACE, random.below(pool.length >> 1)) + 1;
      for (let written = 0; written < length; ) {
        written += pool.copy(piece, written, start, Math.min(pool.length, start + length - written));
        start = 0;
      }
      if (isBlank(piece[length - 1])) piece[length - 1] = 0x2e;
      return piece.latin1Slice(0, length);
    },
  };
}

/** Creates a source of text in which every other word is CJK or an emoji. Characters are never split. */
export function createMixedSource(random, poolBytes = 262_144) {
  const characters = [...mixedText(random, poolBytes)];
  return {
    /** Returns about `length` bytes. */
    take(length) {
      let start = random.below(characters.length >> 1);
      let text = '';
      for (let bytes = 0; bytes < length; start = (start + 1) % characters.length) {
        text += characters[start];
        bytes += Buffer.byteLength(characters[start]);
      }
      return text;
    },
  };
}

/** Returns exactly `bytes` bytes of UTF-8 that start and end with a word: a mix of ASCII, CJK and emoji. */
export function mixedText(random, bytes) {
  const words = [];
  let left = bytes;
  for (;;) {
    const kind = random.below(10);
    const word = kind < 5 ? asciiWord(random) : random.pick(kind < 9 ? CJK : EMOJI);
    const size = Buffer.byteLength(word) + 1;
    if (size >= left) break;
    words.push(word);
    left -= size;
  }
  words.push('x'.repeat(left));
  // A joined string may be a rope in V8. Real messages are flat strings, so this makes it flat.
  return Buffer.from(words.join(' ')).toString();
}

function asciiWord(random) {
  let word = '';
  for (let count = 1 + random.below(3); count > 0; count--) word += random.pick(SYLLABLES);
  return word;
}

function isBlank(byte) {
  return byte === SPACE || byte === NEWLINE;
}
