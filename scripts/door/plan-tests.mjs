import { existsSync } from 'node:fs';
import { relative, resolve, sep } from 'node:path';

/** Their tests run on the sources of all packages; those of the app and of the scripts use what was built. */
const NEED_NO_BUILD = ['packages', 'templates'];

/**
 * What has to happen before and in a run of the tests. All of them: everything is checked first. Some of them: somebody is
 * at work and waits, so nothing is done that these tests do not need.
 * @typedef {object} TestPlan
 * @property {boolean} check
 * @property {boolean} build
 * @property {string[]} vitest arguments
 *
 * @param {string} root
 * @param {readonly string[]} args what the person typed: paths below the root, and options of vitest
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
