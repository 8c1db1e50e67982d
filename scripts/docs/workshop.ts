import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readWorkspace } from '../repo-check/workspace.mjs';

/** Where the blocks of all documents are tried: outside the repo, with its built packages in reach of `import`. */
export interface Workshop {
  readonly folder: string;
  /** A new folder for one document, a small ESM project of its own. */
  bench(document: string): string;
  remove(): void;
}

/** Tools of the repo that blocks may use too. */
const TOOLS = ['@types/node', 'vitest'];

/** Makes the workshop and links the packages of the repo at `root` into it. */
export function createWorkshop(root: string): Workshop {
  const folder = mkdtempSync(join(tmpdir(), 'ctx-docs-'));
  const linked = new Set<string>();
  const link = (name: string, target: string) => {
    linked.add(name);
    const path = join(folder, 'node_modules', name);
    mkdirSync(dirname(path), { recursive: true });
    symlinkSync(target, path, 'junction');
  };
  for (const { manifest, folder: member } of readWorkspace(root).packages) {
    link(String(manifest.name), join(root, member));
    // What a package leaves to its user to install; two packages may leave the same.
    for (const peer of Object.keys(manifest.peerDependencies ?? {})) {
      if (!linked.has(peer)) link(peer, join(root, member, 'node_modules', peer));
    }
  }
  for (const tool of TOOLS) link(tool, join(root, 'node_modules', tool));
  return {
    folder,
    bench(document) {
      const bench = join(folder, document.replace(/\.md$/, '').replaceAll('/', '-'));
      mkdirSync(bench, { recursive: true });
      // What an example's document talks about lies beside it.
      if (document.startsWith('examples/')) cpSync(join(root, dirname(document)), bench, { recursive: true });
      // Also keeps npm from taking a folder further up for the project.
      writeFileSync(join(bench, 'package.json'), '{ "private": true, "type": "module" }\n');
      return bench;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
