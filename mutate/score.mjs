/** Every target has to reach it. */
export const THRESHOLD = 85;

/**
 * Counts what became of a target's mutants. As Stryker counts, one that made the tests run too long is killed, one that
 * no test reaches has survived, and one that could not even be loaded is left out.
 * @param {string} name
 * @param {readonly import('./survivor.mjs').Mutant[]} mutants
 */
export function scoreOf(name, mutants) {
  const counted = mutants.filter(({ status }) => ['Killed', 'Timeout', 'Survived', 'NoCoverage'].includes(status));
  /** @param {string[]} statuses */
  const countOf = (...statuses) => counted.filter(({ status }) => statuses.includes(status)).length;
  const killed = countOf('Killed');
  const timedOut = countOf('Timeout');
  return {
    name,
    files: new Set(counted.map(({ fileName }) => fileName)).size,
    mutants: counted.length,
    killed,
    timedOut,
    survived: countOf('Survived', 'NoCoverage'),
    percent: counted.length === 0 ? 0 : (100 * (killed + timedOut)) / counted.length,
  };
}

/** @param {ReturnType<typeof scoreOf>} score */
export function isEnough({ percent }) {
  return percent >= THRESHOLD;
}
