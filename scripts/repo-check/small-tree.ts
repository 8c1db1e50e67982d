import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** File paths and contents. A package.json is an object, every other file is text. */
export type Tree = Record<string, string | Record<string, unknown>>;

const ROOT_TEXTS = [
  'pnpm-workspace.yaml',
  'pnpm-lock.yaml',
  'turbo.json',
  'tsconfig.base.json',
  'vitest.config.ts',
  'biome.json',
  '.editorconfig',
  '.nvmrc',
  '.changeset/config.json',
  '.github/workflows/ci.yml',
  'README.md',
  'CONTRIBUTING.md',
  'ARCHITECTURE.md',
  'VERSIONING.md',
  'AGENTS.md',
  'LICENSE',
  'SECURITY.md',
  'CODE_OF_CONDUCT.md',
];
const PACKAGE_TEXTS = ['README.md', 'CHANGELOG.md', 'LICENSE', 'tsup.config.ts', 'tsconfig.json', 'vitest.config.ts'];

/** The smallest tree that keeps every rule of the repo: a contract, a trimmer and the app. */
export function smallTree(): Tree {
  return {
    'package.json': { name: 'ctx', private: true, devDependencies: { vitest: '4.1.12' } },
    ...Object.fromEntries(ROOT_TEXTS.map((path) => [path, ''])),
    ...packageFiles('packages/contract', {}),
    ...packageFiles('packages/trimmer', { dependencies: { '@ctx/contract': 'workspace:^' } }),
    ...packageFiles('apps/cli', { dependencies: { '@ctx/trimmer': 'workspace:^', yaml: '^2.9.1' } }),
    'packages/contract/src/limit.ts': "/** May say console.log in a comment. */\nexport const LIMIT = 'https://a.b';\n",
    'packages/contract/src/index.ts': "export { LIMIT } from './limit.ts';\n",
    'packages/trimmer/src/index.ts': "export { type A, LIMIT } from '@ctx/contract';\n",
    'apps/cli/src/main.ts': "import { spawn } from 'node:child_process';\nimport { parse } from 'yaml';\n",
  };
}

/** Writes the tree into a new folder and returns its path. An empty lockfile becomes one that lists its packages. */
export function writeTree(tree: Tree): string {
  const root = mkdtempSync(join(tmpdir(), 'ctx-small-tree-'));
  const files = tree['pnpm-lock.yaml'] === '' ? { ...tree, 'pnpm-lock.yaml': lockfileOf(tree) } : tree;
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content));
  }
  return root;
}

/** A lockfile like pnpm's for the packages of a tree. */
export function lockfileOf(tree: Tree): string {
  const folders = Object.keys(tree).flatMap(
    (path) => /^((?:packages|apps|templates)\/[\w-]+)\/package\.json$/.exec(path)?.[1] ?? [],
  );
  const importers = folders.map((folder, at) => (at === 0 ? `  ${folder}: {}` : `  ${folder}:\n    dependencies: {}`));
  return `lockfileVersion: '9.0'\n\nimporters:\n\n  .: {}\n\n${importers.join('\n\n')}\n\npackages:\n\n  yaml@2.9.1:\n    engines: {}\n`;
}

/** The files that every package must have. `more` is added to its package.json. */
export function packageFiles(folder: string, more: Record<string, unknown>): Tree {
  return {
    [`${folder}/package.json`]: {
      name: `@ctx/${folder.split('/')[1]}`,
      version: '0.1.0',
      description: 'A package.',
      license: 'MIT',
      homepage: `https://a.b/tree/main/${folder}#readme`,
      bugs: { url: 'https://a.b/issues' },
      repository: { type: 'git', directory: folder },
      type: 'module',
      sideEffects: false,
      exports: { '.': { '@ctx/source': './src/index.ts', types: './dist/index.d.ts', default: './dist/index.js' } },
      files: ['dist', 'src'],
      engines: { node: '^20.19.0 || >=22.12.0' },
      publishConfig: { access: 'public' },
      scripts: { build: 'tsup' },
      ...more,
    },
    ...Object.fromEntries(PACKAGE_TEXTS.map((file) => [`${folder}/${file}`, ''])),
  };
}
