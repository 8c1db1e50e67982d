/** A small seeded generator (mulberry32): the same seed gives the same workloads on every machine. */
export function createRandom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    /** A whole number from 0 up to, not including, `limit`. */
    below: (limit) => Math.floor(next() * limit),
    /** One element of a list. */
    pick: (list) => list[Math.floor(next() * list.length)],
    /** True with the given probability. */
    chance: (probability) => next() < probability,
  };
}
