/**
 * Counts a target's mutants by outcome, as Stryker does: one that made the tests run too long is killed, one that
 * no test reaches has survived, and one that could not be loaded is left out.
 * @param {{ readonly name: string, readonly threshold: number }} target
 * @param {readonly import('./survivor.mjs').Mutant[]} mutants
 */
export function scoreOf({ name, threshold }, mutants) {
  const counted = mutants.filter(({ status }) => ['Killed', 'Timeout', 'Survived', 'NoCoverage'].includes(status));
  /** @param {string[]} statuses */
  const countOf = (...statuses) => counted.filter(({ status }) => statuses.includes(status)).length;
  const killed = countOf('Killed');
  const timedOut = countOf('Timeout');
  return {
    name,
    threshold,
    files: new Set(counted.map(({ fileName }) => fileName)).size,
    mutants: counted.length,
    killed,
    timedOut,
    survived: countOf('Survived', 'NoCoverage'),
    percent: counted.length === 0 ? 0 : (100 * (killed + timedOut)) / counted.length,
  };
}

/** @param {ReturnType<typeof scoreOf>} score */
export function isEnough({ percent, threshold }) {
  return percent >= threshold;
}
