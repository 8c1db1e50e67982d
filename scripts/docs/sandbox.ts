import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { readWorkspace } from '../repo-check/workspace.mjs';

/** A folder outside the repo in which the blocks of all documents run and can import its built packages. */
export interface Sandbox {
  readonly folder: string;
  /** Creates a folder for one document, with an ESM package.json. */
  folderFor(document: string): string;
  remove(): void;
}

/** Tools of the repo that blocks may import. */
const TOOLS = ['@types/node', 'vitest'];

/** Creates a sandbox and links the packages of the repo at `root` into it. */
export function createSandbox(root: string): Sandbox {
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
    // Users install peers themselves. Two packages may have the same peer.
    for (const peer of Object.keys(manifest.peerDependencies ?? {})) {
      if (!linked.has(peer)) link(peer, join(root, member, 'node_modules', peer));
    }
  }
  for (const tool of TOOLS) link(tool, join(root, 'node_modules', tool));
  return {
    folder,
    folderFor(document) {
      const documentFolder = join(folder, document.replace(/\.md$/, '').replaceAll('/', '-'));
      mkdirSync(documentFolder, { recursive: true });
      // The document of an example needs the files beside it.
      if (document.startsWith('examples/')) cpSync(join(root, dirname(document)), documentFolder, { recursive: true });
      // Without a package.json here, npm would use a parent folder as the project.
      writeFileSync(join(documentFolder, 'package.json'), '{ "private": true, "type": "module" }\n');
      return documentFolder;
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
