import { existsSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';

/** Folders whose tests run on the sources. The tests of the app and of the scripts need the builds. */
const NEED_NO_BUILD = ['packages', 'templates'];

/**
 * The steps of a test run. A run of all tests checks and builds everything first. A run of some tests does only what these
 * tests need, so that it starts quickly.
 * @typedef {object} TestPlan
 * @property {boolean} check
 * @property {boolean} build
 * @property {string[]} vitest arguments for vitest
 *
 * @param {string} root
 * @param {readonly string[]} args the arguments of `npm test`: paths below the root, and options of vitest
 * @returns {TestPlan}
 */
export function planTests(root, args) {
  const watches = args.some(isWatch);
  const folders = args.map((path) => resolve(root, path)).filter((path) => existsSync(path));
  const onSources = folders.length > 0 && folders.every((path) => NEED_NO_BUILD.includes(folderBelow(root, path)));
  return {
    check: args.length === 0,
    build: !onSources,
    vitest: [watches ? 'watch' : 'run', ...args.filter((arg) => !isWatch(arg))],
  };
}

/** @param {string} arg */
function isWatch(arg) {
  return arg === '--watch' || arg === '-w';
}

/** @param {string} root @param {string} path */
function folderBelow(root, path) {
  return String(relative(root, path).split(sep)[0]);
}
