import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readWorkspace } from './repo-check/workspace.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const document = readFileSync(`${root}ARCHITECTURE.md`, 'utf8');
const packages = readWorkspace(root).packages.filter(({ manifest }) => manifest.private !== true);

/** The dependencies in the last cell of each row, by the package's name; a row for `@ctx/assembler-*` counts for each. */
function listedDependencies(): Map<string, string[]> {
  const rows = document.matchAll(/^\| `(@ctx\/[\w*-]+)`.*\| ([^|]+) \|$/gm);
  return new Map([...rows].map(([, name = '', cell = '']) => [name, namesIn(cell)]));
}

/** `contract, core; foreign: yaml` as the names in a package.json; `nothing` is none. */
function namesIn(cell: string): string[] {
  if (cell === 'nothing') return [];
  const [ours = '', foreign = ''] = cell.split('; foreign: ');
  return [...ours.split(', ').map((name) => `@ctx/${name}`), ...foreign.split(', ').filter(Boolean)].sort();
}

/** The row of each package in the diagram, counted from the top. */
function rowInDiagram(name: string): number {
  const [, diagram = ''] = /```text\n(cli\n[^`]+)```/.exec(document) ?? [];
  const short = name.replace('@ctx/', '').replace(/^assembler-.+/, 'assembler-*');
  return diagram.split('\n').findIndex((row) => row.split(/\s+/).includes(short));
}

describe('ARCHITECTURE.md', () => {
  it.each(packages.map(({ manifest }) => [String(manifest.name), Object.keys(manifest.dependencies ?? {})] as const))(
    'lists the dependencies of %s as its package.json does',
    (name, dependencies) => {
      const listed = listedDependencies();
      const row = listed.get(name) ?? listed.get(name.replace(/assembler-.+/, 'assembler-*'));
      expect(row).toEqual([...dependencies].sort());
    },
  );

  it('draws every package above the packages it depends on', () => {
    for (const { manifest } of packages) {
      const row = rowInDiagram(String(manifest.name));
      expect(row, String(manifest.name)).toBeGreaterThanOrEqual(0);
      for (const name of Object.keys(manifest.dependencies ?? {}).filter((other) => other.startsWith('@ctx/'))) {
        expect(rowInDiagram(name), `${name}, below ${manifest.name}`).toBeGreaterThan(row);
      }
    }
  });
});
