// `npm run release:tag`: tags the commit with each version that has no tag yet, such as `@ctx/core@0.2.0`.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { publicPackages } from './public-packages.mjs';

const root = process.argv[2] ?? fileURLToPath(new URL('../..', import.meta.url));

const known = git('ls-remote', '--tags', 'origin');
const missing = publicPackages(root)
  .map(({ name, version }) => `refs/tags/${name}@${version}`)
  .filter((tag) => !known.split(/\s/).includes(tag));
if (missing.length > 0) git('push', 'origin', ...missing.map((tag) => `HEAD:${tag}`));
console.log(missing.length > 0 ? `Tagged: ${missing.join(', ')}` : 'Every version has a tag already.');

/** @param {string[]} args */
function git(...args) {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8' });
}
