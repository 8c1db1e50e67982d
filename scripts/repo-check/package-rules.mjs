import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** @import { Package, Rule } from './workspace.mjs' */

const ROOT_FILES = [
  'package.json',
  'pnpm-workspace.yaml',
  'pnpm-lock.yaml',
  'turbo.json',
  'tsconfig.base.json',
  'vitest.config.ts',
  'biome.json',
  '.editorconfig',
  '.nvmrc',
  '.changeset/config.json',
  '.github/workflows',
  'README.md',
  'CONTRIBUTING.md',
  'ARCHITECTURE.md',
  'VERSIONING.md',
  'AGENTS.md',
  'LICENSE',
  'SECURITY.md',
  'CODE_OF_CONDUCT.md',
];

const PACKAGE_FILES = [
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
  'tsup.config.ts',
  'tsconfig.json',
  'vitest.config.ts',
  'src',
];

const ENGINES = '^20.19.0 || >=22.12.0';

/** @type {Rule} */
export function requiredFiles({ root, packages }) {
  return [
    ...ROOT_FILES.filter((file) => !existsSync(join(root, file))).map((file) => `${file} is missing`),
    ...packages.flatMap(({ folder }) =>
      PACKAGE_FILES.filter((file) => !existsSync(join(root, folder, file))).map(
        (file) => `${folder}/${file} is missing`,
      ),
    ),
  ];
}

/** @type {Rule} */
export function requiredFields({ packages }) {
  return packages.flatMap((member) => [...fieldFindings(member), ...exportFindings(member)].map(inManifestOf(member)));
}

/** @type {Rule} */
export function namesAreUnique({ packages }) {
  return packages
    .filter(({ manifest }, index) => packages.findIndex((other) => other.manifest.name === manifest.name) < index)
    .map((member) => inManifestOf(member)(`the name ${member.manifest.name} is taken by another package`));
}

/** @param {Package} member @returns {string[]} */
function fieldFindings({ folder, manifest }) {
  /** @type {[boolean, string][]} */
  const requirements = [
    [manifest.name === nameFor(folder), `name must be ${nameFor(folder)}`],
    [/^\d+\.\d+\.\d+$/.test(String(manifest.version)), 'version must be like 0.1.0'],
    [typeof manifest['description'] === 'string' && manifest['description'] !== '', 'description is missing'],
    [manifest['license'] === 'MIT', 'license must be MIT'],
    [manifest['repository']?.directory === folder, `repository.directory must be ${folder}`],
    [String(manifest['homepage']).endsWith(`/tree/main/${folder}#readme`), `homepage must be the README of ${folder}`],
    [String(manifest['bugs']?.url).endsWith('/issues'), 'bugs.url must be the issues of the repository'],
    [manifest['type'] === 'module', 'type must be module'],
    [Array.isArray(manifest['files']) && manifest['files'].includes('dist'), 'files must list dist'],
    // Source maps and the condition @ctx/source point to src.
    [Array.isArray(manifest['files']) && manifest['files'].includes('src'), 'files must list src'],
    ['sideEffects' in manifest, 'sideEffects is missing'],
    [manifest['engines']?.node === ENGINES, `engines.node must be ${ENGINES}`],
    [manifest['publishConfig']?.access === 'public', 'publishConfig.access must be public'],
    // Provenance needs the identity of the release workflow. In package.json it would break publishing from anywhere else.
    [manifest['publishConfig']?.provenance === undefined, 'publishConfig.provenance belongs in the release workflow'],
    [typeof manifest['scripts']?.build === 'string', 'scripts.build is missing'],
    [manifest.private !== true || folder.startsWith('templates/'), 'private packages cannot be published'],
  ];
  return requirements.filter(([fulfilled]) => !fulfilled).map(([, finding]) => finding);
}

/** @param {Package} member @returns {string[]} */
function exportFindings({ folder, manifest }) {
  const exported = Object.entries(manifest.exports ?? {}).filter(([path]) => path !== './package.json');
  if (exported.length === 0) {
    return folder.startsWith('apps/') && manifest.bin !== undefined ? [] : ['exports is missing'];
  }
  return exported.flatMap(([path, target]) => {
    // A plain file, such as a JSON Schema, needs no conditions.
    if (typeof target === 'string') return [];
    const conditions = Object.keys(/** @type {object} */ (target));
    if (conditions.join() === '@ctx/source,types,default') return [];
    return [`exports["${path}"] must be @ctx/source, types, default, in this order, not ${conditions.join(', ')}`];
  });
}

/** @param {string} folder */
function nameFor(folder) {
  const [kind, name] = folder.split('/');
  return kind === 'templates' ? `@ctx/${name}-template` : `@ctx/${name}`;
}

/** @param {Package} member */
function inManifestOf({ folder }) {
  return (/** @type {string} */ finding) => `${folder}/package.json: ${finding}`;
}
