import path from 'node:path';
import type { Place } from '@ctx/contract';

/**
 * The setting that keeps Codex from loading `.codex/` of a turn's folder and of every folder above it, whatever the user
 * has trusted. One inline table: Codex asks for each folder by itself, by either of its paths, and a key of its own for
 * each would be added to the user's table. Codex then writes no trust into the user's settings either.
 */
export function untrustedFolders({ cwd, realCwd }: Place): string {
  const folders = new Set([...upwards(cwd), ...upwards(realCwd)]);
  return `projects={${[...folders].map((folder) => `${tomlString(folder)}={trust_level="untrusted"}`).join(',')}}`;
}

function upwards(folder: string): string[] {
  const parent = path.dirname(folder);
  return parent === folder ? [folder] : [folder, ...upwards(parent)];
}

// JSON escapes all that TOML requires, except for one character.
function tomlString(text: string): string {
  return JSON.stringify(text).replaceAll('\u007f', '\\u007f');
}
