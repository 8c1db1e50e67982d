import { fileURLToPath } from 'node:url';
import { checkPackage } from '@arethetypeswrong/core';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { describe, expect, inject, it } from 'vitest';
import { filesNamedIn } from '../rehearsal/named-files.ts';
import { type PublishedPackage, readPublishedPackage } from '../rehearsal/read-tarball.ts';
import { sourceMapProblems } from '../rehearsal/source-map-problems.ts';
import { readWorkspace } from '../repo-check/workspace.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const names = inject('publishedPackages');

/** The kinds of resolution that `attw --profile esm-only` ignores. We publish only ES modules. */
const ESM_ONLY_IGNORES = ['node10', 'node16-cjs'];

describe('publishing', () => {
  it('includes every package that is not private, and no other', () => {
    const members = readWorkspace(root).packages.filter(({ manifest }) => manifest.private !== true);
    expect(names).toEqual(members.map(({ manifest }) => manifest.name).sort());
  });
});

describe.each(names)('the tarball of %s', (name) => {
  let published: Promise<PublishedPackage> | undefined;
  const read = () => {
    published ??= readPublishedPackage(inject('registryUrl'), name);
    return published;
  };

  it('has real versions instead of workspace links', async () => {
    const { files } = await read();
    for (const [path, text] of files) expect(text, path).not.toContain('"workspace:');
  });

  it('holds what a user needs, and no tests or build settings', async () => {
    const paths = [...(await read()).files.keys()];
    expect(paths).toEqual(expect.arrayContaining(['package.json', 'README.md', 'CHANGELOG.md', 'LICENSE']));
    expect(paths.filter((path) => path.startsWith('dist/'))).not.toEqual([]);
    expect(paths.filter((path) => /\.test\.|__fixtures__|tsbuildinfo|tsconfig|(^|\/)\./.test(path))).toEqual([]);
  });

  it('holds every file that its manifest names', async () => {
    const { files, manifest } = await read();
    const named = [
      ...filesNamedIn(manifest['exports']),
      ...filesNamedIn(manifest['types']),
      ...filesNamedIn(manifest['bin']),
    ];
    expect(named).not.toEqual([]);
    expect(named.filter((path) => !files.has(path))).toEqual([]);
  });

  it('has source maps that lead from every built file to its source in the package', async () => {
    const { files } = await read();
    const built = [...files.keys()].filter((path) => /^dist\/.*\.(js|d\.ts)$/.test(path));
    expect(built.flatMap((path) => sourceMapProblems(files, path))).toEqual([]);
  });

  it('passes publint --strict', async () => {
    const { tarball } = await read();
    const { messages, pkg } = await publint({ pack: { tarball: tarball.buffer }, strict: true });
    expect(messages.map((message) => formatMessage(message, pkg, { color: false }))).toEqual([]);
  });

  it('passes attw --profile esm-only', async () => {
    const { contents, manifest } = await read();
    // The app cannot be imported, so it has no types to check.
    if (!('.' in Object(manifest['exports']))) return;
    const result = await checkPackage(contents);
    if (!result.types) throw new Error(`${name} has no types`);
    const problems = result.problems.filter((problem) => {
      return !('resolutionKind' in problem && ESM_ONLY_IGNORES.includes(problem.resolutionKind));
    });
    expect(problems).toEqual([]);
  });
});
