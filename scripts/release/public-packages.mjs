import { readWorkspace } from '../repo-check/workspace.mjs';

/**
 * @typedef {object} PublicPackage
 * @property {string} name
 * @property {string} version
 * @property {string} folder relative to the root
 * @property {string} tarball name of the file that `pnpm pack` writes
 */

/**
 * The packages of the tree at `root` that are published, each after those it depends on. So an install during a release
 * finds all dependencies.
 * @param {string} root
 * @returns {PublicPackage[]}
 */
export function publicPackages(root) {
  const waiting = new Map(
    readWorkspace(root)
      .packages.filter(({ manifest }) => manifest.private !== true)
      .map(({ folder, manifest }) => [String(manifest.name), { ...manifest, folder }]),
  );
  /** @type {PublicPackage[]} */
  const ordered = [];
  while (waiting.size > 0) {
    for (const [name, { folder, version = '', dependencies = {} }] of [...waiting]) {
      if (Object.keys(dependencies).some((dependency) => waiting.has(dependency))) continue;
      waiting.delete(name);
      ordered.push({ name, version, folder, tarball: `${name.replace('@', '').replace('/', '-')}-${version}.tgz` });
    }
  }
  return ordered;
}
