import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TaskFailure } from '../tasks/task-failure.mjs';

const USAGE = 'Give the new scope: npm run rename:scope -- @my-scope';
const NOT_OURS = new Set(['.git', 'node_modules', 'dist', '.turbo', '.tmp', 'coverage']);

/**
 * Gives all packages another scope on the registry, in every text file of the tree.
 * @param {string} root
 * @param {readonly string[]} args the arguments of the command: the new scope
 * @returns {{ from: string, to: string, files: number }} how many files have changed
 */
export function renameScope(root, args) {
  const [to = '', ...more] = args;
  if (more.length > 0 || !/^@[a-z0-9][a-z0-9-]*$/.test(to)) throw new TaskFailure(USAGE, 2);
  const [from = ''] = JSON.parse(readFileSync(join(root, 'packages/contract/package.json'), 'utf8')).name.split('/');
  const scope = new RegExp(`${from}(?![\\w-])`, 'g');
  // npm and pnpm name a tarball after the package: `ctx-core-0.1.0.tgz`.
  const tarball = new RegExp(`(?<=['"\`/])${from.slice(1)}-(?=[^\\s]*\\.tgz)`, 'g');
  const changed = textFilesIn(root).filter((path) => {
    const text = readFileSync(path, 'utf8');
    const renamed = text.replace(scope, to).replace(tarball, `${to.slice(1)}-`);
    if (renamed !== text) writeFileSync(path, renamed);
    return renamed !== text;
  });
  return { from, to, files: changed.length };
}

/** @param {string} folder @returns {string[]} */
function textFilesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (NOT_OURS.has(entry.name)) return [];
    if (entry.isDirectory()) return textFilesIn(path);
    return entry.isFile() && !readFileSync(path).includes(0) ? [path] : [];
  });
}
