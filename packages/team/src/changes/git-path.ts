import type { WorkTree } from './find-work-tree.ts';

// Git's paths are bytes, not always UTF-8. Here each byte is one character (latin1), so every path survives unchanged.

/** Absolute path of a file in the work tree, as bytes. */
export function absolutePath({ top }: Pick<WorkTree, 'top'>, path: string): Buffer {
  return Buffer.concat([Buffer.from(`${top}/`), Buffer.from(path, 'latin1')]);
}

/** The path as readable text. */
export function readablePath(path: string): string {
  return Buffer.from(path, 'latin1').toString('utf8');
}
