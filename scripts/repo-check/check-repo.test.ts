import { rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { checkRepo } from './check-repo.mjs';
import { lockfileOf, packageFiles, smallTree, type Tree, writeTree } from './small-tree.ts';

type Manifest = Record<string, unknown>;

function findingsOf(tree: Tree): string[] {
  const root = writeTree(tree);
  try {
    return checkRepo(root);
  } finally {
    rmSync(root, { recursive: true });
  }
}

function withManifest(folder: string, change: (manifest: Manifest) => Manifest): Tree {
  const tree = smallTree();
  const path = `${folder}/package.json`;
  return { ...tree, [path]: change(tree[path] as Manifest) };
}

function withField(field: string, value: unknown): Tree {
  return withManifest('packages/trimmer', (manifest) => ({ ...manifest, [field]: value }));
}

function withFile(path: string, text: string): Tree {
  return { ...smallTree(), [path]: text };
}

function without(path: string): Tree {
  const { [path]: _removed, ...rest } = smallTree();
  return rest;
}

function withPackage(name: string, dependencies: Record<string, string>): Tree {
  return { ...smallTree(), ...packageFiles(`packages/${name}`, { dependencies }), [`packages/${name}/src/a.ts`]: '' };
}

const exportsInWrongOrder = { '.': { types: './dist/index.d.ts', '@ctx/source': './src/index.ts', default: './d.js' } };
const contractDependsOn = (kind: string, versions: Record<string, string>) =>
  withManifest('packages/contract', (manifest) => ({ ...manifest, [kind]: versions }));

describe('the repo check', () => {
  it('finds nothing wrong with this repo', () => {
    expect(checkRepo(fileURLToPath(new URL('../..', import.meta.url)))).toEqual([]);
  });

  it('finds nothing wrong with a small tree that keeps the rules', () => {
    expect(findingsOf(smallTree())).toEqual([]);
  });

  it.each<[string, Tree, string]>([
    ['a root file is missing', without('VERSIONING.md'), 'VERSIONING.md is missing'],
    ['the workflows are missing', without('.github/workflows/ci.yml'), '.github/workflows is missing'],
    ['a package has no README', without('packages/trimmer/README.md'), 'packages/trimmer/README.md is missing'],
    ['a package has no licence', without('packages/trimmer/LICENSE'), 'packages/trimmer/LICENSE is missing'],
    ['a package has another name than its folder', withField('name', '@ctx/cutter'), 'name must be @ctx/trimmer'],
    ['a version is not valid', withField('version', 'next'), 'version must be like 0.1.0'],
    ['there is no description', withField('description', ''), 'description is missing'],
    ['the licence is not MIT', withField('license', 'ISC'), 'license must be MIT'],
    ['the homepage is wrong', withField('homepage', 'https://a.b'), 'homepage must be the README of packages/trimmer'],
    ['nobody knows where to report a bug', withField('bugs', {}), 'bugs.url must be the issues of the repository'],
    ['the directory is wrong', withField('repository', {}), 'repository.directory must be packages/trimmer'],
    ['the package is not ESM', withField('type', 'commonjs'), 'type must be module'],
    ['dist is not published', withField('files', ['src']), 'files must list dist'],
    ['src is not published', withField('files', ['dist']), 'files must list src'],
    ['there is no sideEffects', withField('sideEffects', undefined), 'sideEffects is missing'],
    [
      'engines allows other versions of Node',
      withField('engines', { node: '>=18' }),
      'engines.node must be ^20.19.0 || >=22.12.0',
    ],
    ['access is not public', withField('publishConfig', {}), 'publishConfig.access must be public'],
    [
      'provenance is asked for in a package',
      withField('publishConfig', { access: 'public', provenance: true }),
      'publishConfig.provenance belongs in the release workflow',
    ],
    ['a package cannot be built', withField('scripts', {}), 'scripts.build is missing'],
    ['a package is private', withField('private', true), 'private packages cannot be published'],
    ['a package exports nothing', withField('exports', {}), 'exports is missing'],
    [
      'the source condition is not first',
      withField('exports', exportsInWrongOrder),
      'exports["."] must be @ctx/source',
    ],
    [
      'an internal dependency is pinned',
      withField('dependencies', { '@ctx/contract': 'workspace:*' }),
      'dependencies must have @ctx/contract as workspace:^, not workspace:*',
    ],
    [
      'an internal dependency is a peer',
      withField('peerDependencies', { '@ctx/contract': 'workspace:^' }),
      '@ctx/contract is a peer',
    ],
    [
      'a dependency is not in the repo',
      withField('devDependencies', { '@ctx/nobody': 'workspace:^' }),
      'devDependencies names @ctx/nobody, which is not in this repo',
    ],
    [
      'a package depends on a higher layer',
      withField('dependencies', { '@ctx/cli': 'workspace:^' }),
      'must not depend on @ctx/cli (allowed: @ctx/contract)',
    ],
    [
      'a package that may have no dependencies has one',
      withPackage('tokens', { '@ctx/contract': 'workspace:^' }),
      'packages/tokens/package.json: must not depend on @ctx/contract (allowed: none of ours)',
    ],
    [
      'the inspector depends on a package that ARCHITECTURE.md does not allow it',
      withPackage('inspector', { '@ctx/core': 'workspace:^' }),
      'packages/inspector/package.json: must not depend on @ctx/core (allowed: @ctx/contract, @ctx/team)',
    ],
    [
      'a package for one foreign library depends on another',
      withPackage('store-postgres', { pg: '8.16.3', knex: '3.1.0' }),
      'dependencies has knex; this package may only depend on ours and pg',
    ],
    [
      'the app depends on an engine',
      withManifest('apps/cli', (manifest) => ({ ...manifest, dependencies: { pg: '^8.23.1' } })),
      'apps/cli/package.json: dependencies has pg; only users who want an engine install it',
    ],
    [
      'a library package has a foreign dependency',
      withField('dependencies', { yaml: '2.9.1' }),
      'dependencies has yaml; this package may only depend on ours',
    ],
    [
      'a library package has a foreign peer',
      withField('peerDependencies', { yaml: '2.9.1' }),
      'peerDependencies has yaml; this package may only depend on ours',
    ],
    [
      'a tool has a version range',
      withManifest('apps/cli', (manifest) => ({ ...manifest, devDependencies: { zod: '^4.0.0' } })),
      'apps/cli/package.json: devDependencies must pin zod exactly, not ^4.0.0',
    ],
    [
      'a published package pins a foreign version',
      withManifest('apps/cli', (manifest) => ({ ...manifest, dependencies: { yaml: '2.9.1' } })),
      'apps/cli/package.json: dependencies must take yaml as ^x.y.z, not 2.9.1',
    ],
    [
      'the root has a version range',
      { ...smallTree(), 'package.json': { devDependencies: { vitest: 'latest' } } },
      'package.json: devDependencies must pin vitest exactly, not latest',
    ],
    [
      'a folder with its own install has a version range',
      { ...smallTree(), 'bench/package.json': { dependencies: { mitata: '~1.0.0' } } },
      'bench/package.json: dependencies must pin mitata exactly, not ~1.0.0',
    ],
    [
      'packages depend on each other through a devDependency',
      contractDependsOn('devDependencies', { '@ctx/trimmer': 'workspace:^' }),
      'packages depend on each other in a cycle: @ctx/contract → @ctx/trimmer → @ctx/contract',
    ],
    [
      'packages depend on each other through a peer and a third package',
      contractDependsOn('peerDependencies', { '@ctx/cli': 'workspace:^' }),
      'packages depend on each other in a cycle: @ctx/contract → @ctx/cli → @ctx/trimmer → @ctx/contract',
    ],
    [
      'the lockfile names a host',
      withFile('pnpm-lock.yaml', 'a:\n  tarball: https://registry.example/a.tgz\n'),
      'pnpm-lock.yaml:2 names a host',
    ],
    [
      'the lockfile of a folder with its own install names a host',
      {
        ...smallTree(),
        'mutate/package.json': {},
        'mutate/pnpm-lock.yaml': 'a:\n  tarball: https://registry.example/a.tgz\n',
      },
      'mutate/pnpm-lock.yaml:2 names a host',
    ],
    [
      'the lockfile lists a package that is gone',
      withFile('pnpm-lock.yaml', lockfileOf({ ...smallTree(), ...packageFiles('packages/gone', {}) })),
      'pnpm-lock.yaml: lists packages/gone, which is not in this repo; run npx pnpm install',
    ],
    [
      'the lockfile does not list a package',
      withFile('pnpm-lock.yaml', lockfileOf(without('apps/cli/package.json'))),
      'pnpm-lock.yaml: does not list apps/cli; run npx pnpm install',
    ],
    [
      'a changeset names a package that does not exist',
      withFile(
        '.changeset/cut.md',
        "---\n'@ctx/trimmer': patch\n'@ctx/cutter': minor\n---\n\nCuts '@ctx/more': less.\n",
      ),
      '.changeset/cut.md: names @ctx/cutter, which is not in this repo',
    ],
    [
      'a second file starts processes',
      withFile('packages/trimmer/src/shell.ts', "import type { ChildProcess } from 'child_process';\n"),
      'packages/trimmer/src/shell.ts: imports node:child_process; only one file may, now 2 do',
    ],
    [
      'a library prints',
      withFile('packages/trimmer/src/print.ts', '/* why */\nconsole.log(1);\n'),
      'packages/trimmer/src/print.ts:2: console.log; a library must not print or exit',
    ],
    [
      'a library exits',
      withFile('packages/trimmer/src/leave.ts', 'process.exit(1);\n'),
      'packages/trimmer/src/leave.ts:1: process.exit; a library must not print or exit',
    ],
    [
      'a package that runs everywhere imports from Node',
      withFile('packages/trimmer/src/read.ts', "import { readFileSync } from 'node:fs';\n"),
      'packages/trimmer/src/read.ts: imports node:fs; this package runs without Node',
    ],
    [
      'a package that runs everywhere imports from Node by the old name',
      withFile('packages/assembler-new/src/read.ts', "export type { Stats } from 'fs';\n"),
      'packages/assembler-new/src/read.ts: imports fs; this package runs without Node',
    ],
    [
      'a package that runs everywhere uses Buffer',
      withFile('packages/trimmer/src/bytes.ts', '// Not a Buffer.\nconst bytes = Buffer.from(text);\n'),
      'packages/trimmer/src/bytes.ts:2: Buffer; this package runs without Node',
    ],
    [
      'a package that runs everywhere uses process',
      withFile('packages/core/src/platform.ts', 'const isWindows = process.platform === "win32";\n'),
      'packages/core/src/platform.ts:1: process; this package runs without Node',
    ],
    [
      'a source imports a package that is not a dependency',
      withFile('packages/trimmer/src/load.ts', "import {\n  parse,\n} from 'yaml/sub';\n"),
      'packages/trimmer/src/load.ts: imports yaml, which packages/trimmer/package.json does not list in dependencies',
    ],
    [
      'a page imports a package that is not even a devDependency',
      withFile('packages/trimmer/src/page/main.tsx', "import { render } from 'preact';\n"),
      'packages/trimmer/src/page/main.tsx: imports preact, which packages/trimmer/package.json does not list in dependencies',
    ],
    [
      'a library imports types of a devDependency',
      withFile('packages/trimmer/src/load.ts', "import type { Document } from 'yaml';\n"),
      'packages/trimmer/src/load.ts: imports yaml, which packages/trimmer/package.json does not list in dependencies',
    ],
    [
      'a source is too long',
      withFile('packages/trimmer/src/long.ts', 'export {};\n'.repeat(301)),
      'packages/trimmer/src/long.ts: 301 lines, more than 300',
    ],
    [
      'a file is called utils',
      withFile('packages/trimmer/src/utils.ts', ''),
      'the name does not say what the file holds',
    ],
    ['a file is not kebab-case', withFile('packages/trimmer/src/cutText.ts', ''), 'file names are kebab-case'],
    [
      'an index declares something',
      withFile('packages/trimmer/src/index.ts', "export { A } from './a.ts';\nexport const B = 1;\n"),
      'packages/trimmer/src/index.ts: an index may only hold',
    ],
    [
      'a test is skipped',
      withFile('packages/trimmer/src/a.test.ts', "\n  it.skip('works', () => {});\n"),
      'packages/trimmer/src/a.test.ts:2: it.skip; every test must run',
    ],
  ])('reports that %s', (_title, tree, finding) => {
    const findings = findingsOf(tree);
    expect(findings.join('\n')).toContain(finding);
    for (const line of findings) expect(line).not.toContain('\n');
  });

  it('accepts changesets that name packages of the repo, or none', () => {
    const changeset = '---\n"@ctx/trimmer": patch\n---\n\n@ctx/elsewhere: is only text.\n';
    const tree = { ...smallTree(), '.changeset/cut.md': changeset, '.changeset/none.md': '---\n---\n' };
    expect(findingsOf(tree)).toEqual([]);
  });

  it('lets tests start processes, print, and import anything', () => {
    const text = "import { exec } from 'node:child_process';\nimport fc from 'fast-check';\nconsole.log(fc, exec);\n";
    expect(findingsOf(withFile('packages/trimmer/src/cut.test.ts', text))).toEqual([]);
  });

  it('allows ArrayBuffer in packages that run everywhere, and all of Node in others', () => {
    const everywhere = withFile('packages/trimmer/src/bytes.ts', 'export const bytes = new ArrayBuffer(8);\n');
    const text = "import { readFileSync } from 'node:fs';\nexport const bytes = Buffer.from(readFileSync('a'));\n";
    expect(findingsOf({ ...everywhere, 'apps/cli/src/bytes.ts': text })).toEqual([]);
  });

  it('lets a folder with its own install link to dependencies of the root', () => {
    const dependencies = { vitest: 'link:../node_modules/vitest' };
    expect(findingsOf({ ...smallTree(), 'mutate/package.json': { dependencies } })).toEqual([]);
  });

  it('lets a package for one foreign library depend on it', () => {
    expect(findingsOf(withPackage('store-postgres', { '@ctx/contract': 'workspace:^', pg: '^8.16.3' }))).toEqual([]);
  });

  it('lets a package that may have foreign dependencies have a peer', () => {
    const tree = withManifest('apps/cli', (manifest) => ({ ...manifest, peerDependencies: { openai: '^6.49.0' } }));
    expect(findingsOf(tree)).toEqual([]);
  });

  it("lets core's default logger warn on the console", () => {
    expect(findingsOf(withFile('packages/core/src/console-logger.ts', 'console.warn(1);\n')).join('\n')).not.toContain(
      'must not print',
    );
  });
});
