import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';

/** The kinds of text that the estimate is tested with. */
export type Kind =
  | 'typescript'
  | 'markdown'
  | 'diff'
  | 'lockfile'
  | 'json'
  | 'base64'
  | 'chinese'
  | 'japanese'
  | 'emoji';

const fixture = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const paragraphs = (name: string) => fixture(name).trim().split('\n\n');

/** Pieces of at most `length`, cut at line ends if there are any. The tokenizer takes quadratic time on one long run. */
function pieces(text: string, length: number): string[] {
  const found: string[] = [];
  for (let from = 0; from < text.length; ) {
    const end = from + length;
    const lineEnd = text.lastIndexOf('\n', end - 1) + 1;
    const to = end < text.length && lineEnd > from ? lineEnd : end;
    found.push(text.slice(from, to));
    from = to;
  }
  return found;
}

/** Tokens of a text in o200k_base. */
export function exactTokens(text: string): number {
  return pieces(text, 4_000).reduce((sum, piece) => sum + encode(piece).length, 0);
}

/** Bytes that look random and are the same on every run. */
function noise(seed: string, length: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(length / 64) }, (_, index) => {
    return createHash('sha512').update(`${seed} ${index}`).digest();
  });
  return Buffer.concat(blocks).subarray(0, length);
}

const wrapped = (base64: string) => pieces(base64, 76).join('\n');

/** Samples that the averages were fitted to. */
export const SAMPLES: Readonly<Record<Kind, readonly string[]>> = {
  typescript: [1, 2, 3, 4, 5].map((number) => fixture(`typescript-${number}.txt`)),
  markdown: [1, 2, 3].map((number) => fixture(`markdown-${number}.txt`)),
  diff: ['2cc2d38', '994e6a5', '23533ef'].map((commit) => fixture(`${commit}.diff.txt`)),
  lockfile: pieces(fixture('lockfile.txt'), 8_000),
  json: [1, 2, 3].map((number) => fixture(`json-${number}.txt`)),
  base64: [
    noise('a', 3_000).toString('base64'),
    wrapped(noise('b', 3_000).toString('base64')),
    noise('c', 900).toString('hex'),
  ],
  chinese: paragraphs('chinese.txt'),
  japanese: paragraphs('japanese.txt'),
  emoji: paragraphs('emoji.txt'),
};

/** Samples that were first measured after the averages were fixed. */
export const HELD_OUT: Readonly<Record<Kind, readonly string[]>> = {
  typescript: [fixture('held-out.ts.txt')],
  markdown: [fixture('held-out.md.txt')],
  diff: [fixture('held-out.diff.txt')],
  lockfile: [fixture('held-out.lock.txt')],
  json: [fixture('held-out.json.txt')],
  base64: [
    Buffer.from(fixture('held-out.md.txt')).toString('base64'),
    wrapped(Buffer.from(fixture('held-out.json.txt')).toString('base64')),
    noise('d', 2_000).toString('base64url'),
  ],
  chinese: paragraphs('held-out-chinese.txt'),
  japanese: paragraphs('held-out-japanese.txt'),
  emoji: paragraphs('held-out-emoji.txt'),
};
