// @ts-check

/** Keeps the process alive until it is killed. @returns {Promise<never>} */
export function hang() {
  setInterval(() => {}, 60_000);
  return new Promise(() => {});
}

/** @param {string} signal @returns {Promise<never>} */
export function dieBy(signal) {
  process.kill(process.pid, signal);
  return hang();
}
