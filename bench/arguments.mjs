import { parseArgs } from 'node:util';

// `maxSeconds` limits one sample of a peer. Our own limit is much higher, so that a busy machine does not end our rows.
const FULL = {
  rounds: 8,
  processes: 2,
  targetUs: 40_000,
  maxSeconds: 10,
  ownMaxSeconds: 300,
  maxMegabytes: 4096,
  streamBytes: 100e6,
};
const QUICK = {
  rounds: 5,
  processes: 1,
  targetUs: 30_000,
  maxSeconds: 6,
  ownMaxSeconds: 120,
  maxMegabytes: 4096,
  streamBytes: 20e6,
};

/**
 * Reads the command line.
 * @param {string[]} args
 * @param {string[]} allParts the parts that `--only` may name
 * @throws Error that says what is allowed.
 */
export function readArguments(args, allParts) {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      subjects: { type: 'string' },
      rounds: { type: 'string' },
      processes: { type: 'string' },
      seed: { type: 'string', default: '20261116' },
      'no-peers': { type: 'boolean', default: false },
      out: { type: 'string' },
    },
  });
  const parts = values.only?.split(',') ?? allParts;
  const unknown = parts.filter((part) => !allParts.includes(part));
  if (unknown.length > 0) throw new Error(`--only takes some of ${allParts.join(',')}, not ${unknown.join(',')}.`);
  const base = values.quick ? QUICK : FULL;
  const isComplete = !values.quick && !values.only && !values.subjects && !values['no-peers'];
  return {
    ...base,
    isQuick: values.quick,
    rounds: wholeNumber('rounds', values.rounds ?? base.rounds),
    processes: wholeNumber('processes', values.processes ?? base.processes),
    seed: wholeNumber('seed', values.seed),
    parts,
    subjects: values.subjects?.split(','),
    withPeers: !values['no-peers'],
    // Only a complete run replaces the published results by default.
    out: values.out ?? (isComplete ? 'RESULTS.md' : undefined),
  };
}

/**
 * @param {string} name
 * @param {string | number} text
 */
function wholeNumber(name, text) {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1) {
    throw new Error(`--${name} takes a whole number above 0, not ${text}.`);
  }
  return number;
}
