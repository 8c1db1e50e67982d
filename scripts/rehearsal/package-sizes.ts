import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { build } from 'esbuild';

/** Bytes of code, minified, and compressed in two ways. */
export interface BundleSize {
  readonly minified: number;
  readonly gzip: number;
  readonly brotli: number;
}

/**
 * The size of everything a package exports, with its dependencies but without its peers.
 * @param folder The folder in whose node_modules the package is installed.
 */
export function packageSize(folder: string, name: string): Promise<BundleSize> {
  return bundleSize(folder, `export * from '${entryOf(manifestOf(folder, name))}';`, peersOfOurs(folder));
}

/** The size of a program with its imports, resolved from `folder`, but without those in `external`. */
export async function bundleSize(folder: string, program: string, external: string[] = []): Promise<BundleSize> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: folder },
    external,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    write: false,
    logLevel: 'silent',
  });
  const code = outputFiles[0]?.contents ?? new Uint8Array();
  return { minified: code.length, gzip: gzipSync(code, { level: 9 }).length, brotli: brotliCompressSync(code).length };
}

interface InstalledManifest {
  readonly name: string;
  readonly exports?: unknown;
  readonly bin?: Record<string, string>;
  readonly peerDependencies?: Record<string, string>;
}

function manifestOf(folder: string, name: string): InstalledManifest {
  return JSON.parse(readFileSync(join(folder, 'node_modules', name, 'package.json'), 'utf8'));
}

/** The peers of all our packages, which users install themselves. A package may load the peers of another. */
function peersOfOurs(folder: string): string[] {
  const ours = readdirSync(join(folder, 'node_modules/@ctx')).map((name) => manifestOf(folder, `@ctx/${name}`));
  return ours.flatMap(({ peerDependencies }) => Object.keys(peerDependencies ?? {}));
}

/** The import path of a package. The app cannot be imported, so its program file is measured. */
function entryOf({ name, exports, bin }: InstalledManifest): string {
  return '.' in Object(exports) ? name : `./node_modules/${name}/${Object.values(bin ?? {})[0]}`;
}

/** Bytes of all files below a folder. */
export function unpackedSize(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}

/** Rows as aligned text, with the first column to the left and the others to the right. The first row is the heading. */
export function textTable(rows: readonly (readonly (string | number)[])[]): string {
  const cells = rows.map((row) => row.map((cell) => (typeof cell === 'number' ? cell.toLocaleString('en') : cell)));
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0))) ?? [];
  return cells
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0)))
        .join('  '),
    )
    .join('\n');
}
