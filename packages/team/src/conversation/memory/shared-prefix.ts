import type { SentPrompt } from '../turn/prompt-hash.ts';

/** How many bytes two prompts share at their beginning. The system flag comes first. */
export function sharedPrefixBytes(before: SentPrompt | undefined, now: SentPrompt): number {
  if (before === undefined) return 0;
  const [one, other] = [bytesOf(before), bytesOf(now)];
  const length = Math.min(one.length, other.length);
  // Large blocks first, then smaller ones: `Buffer.compare` is much faster than a loop over bytes.
  let same = 0;
  for (let block = 65_536; block >= 1; block = Math.floor(block / 16)) {
    while (same + block <= length && one.compare(other, same, same + block, same, same + block) === 0) same += block;
  }
  return same;
}

function bytesOf({ prompt, systemFlag = '' }: SentPrompt): Buffer {
  const chunks = typeof prompt === 'string' ? [Buffer.from(prompt)] : prompt;
  return Buffer.concat([Buffer.from(systemFlag), ...chunks]);
}
