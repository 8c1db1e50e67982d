/**
 * Adds a package made from a template to the text of pnpm-lock.yaml, with the dependencies of the template. pnpm could do
 * it too, but would ask the registry about every other package.
 * @param {string} lockfile
 * @param {string} template folder of the template
 * @param {string} folder folder of the new package, below packages/
 * @returns {string}
 */
export function addToLockfile(lockfile, template, folder) {
  const [before = '', importers = '', after = ''] = parts(lockfile);
  const entries = importers.trimEnd().split('\n\n');
  const model = entries.find((entry) => entry.startsWith(`  ${template}:\n`));
  if (model === undefined) throw new Error(`pnpm-lock.yaml has no entry for ${template}.`);
  const added = model.replace(template, folder).replaceAll('link:../../packages/', 'link:../');
  return `${before}${[...entries, added].sort(byFolder).join('\n\n')}\n\n${after}`;
}

/** @param {string} lockfile */
function parts(lockfile) {
  const start = lockfile.indexOf('\nimporters:\n\n');
  const end = lockfile.indexOf('\npackages:\n', start);
  if (start < 0 || end < 0) throw new Error('pnpm-lock.yaml has no importers.');
  const first = start + '\nimporters:\n\n'.length;
  return [lockfile.slice(0, first), lockfile.slice(first, end), lockfile.slice(end + 1)];
}

/** @param {string} a @param {string} b */
function byFolder(a, b) {
  return a < b ? -1 : 1;
}
