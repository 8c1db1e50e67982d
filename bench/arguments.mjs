import { parseArgs } from 'node:util';

export const PARTS = ['a', 'b', 'c', 'd', 'e', 'f', 'markers', 'streams', 'size', 'startup', 'turn'];

// `maxSeconds` is for one sample of a peer; ours have to be done some day too, but are never cut short on a busy machine.
const FULL = { rounds: 15, targetUs: 100_000, maxSeconds: 60, ownMaxSeconds: 300, maxMegabytes: 4096 };
const QUICK = { rounds: 5, targetUs: 30_000, maxSeconds: 6, ownMaxSeconds: 120, maxMegabytes: 4096 };

/** Reads the command line. @throws Error that says what to write instead. */
export function readArguments(args) {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      subjects: { type: 'string' },
      rounds: { type: 'string' },
      seed: { type: 'string', default: '20261116' },
      'no-peers': { type: 'boolean', default: false },
      out: { type: 'string' },
    },
  });
  const parts = values.only?.split(',') ?? PARTS;
  const unknown = parts.filter((part) => !PARTS.includes(part));
  if (unknown.length > 0) throw new Error(`--only takes some of ${PARTS.join(',')}; not ${unknown.join(',')}`);
  const base = values.quick ? QUICK : FULL;
  return {
    ...base,
    isQuick: values.quick,
    rounds: wholeNumber('rounds', values.rounds ?? base.rounds),
    seed: wholeNumber('seed', values.seed),
    parts,
    subjects: values.subjects?.split(','),
    withPeers: !values['no-peers'],
    // Only a whole, unhurried run may replace the published figures unasked.
    out:
      values.out ?? (values.quick || values.only || values.subjects || values['no-peers'] ? undefined : 'RESULTS.md'),
  };
}

function wholeNumber(name, text) {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1)
    throw new Error(`--${name} takes a whole number above 0, not ${text}`);
  return number;
}
