import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { readWorkspace } from '../repo-check/workspace.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The packages that run wherever JavaScript runs. */
export const NODELESS = /^@ctx\/(contract|tokens|trimmer|assembler-(?!template).+|core|model-context)$/;

/** Every import path of these packages, with its built file. */
export function nodelessPackages(): Map<string, string> {
  return new Map(
    readWorkspace(root)
      .packages.filter(({ manifest }) => NODELESS.test(String(manifest.name)))
      .flatMap(({ folder, manifest }) =>
        Object.entries(manifest.exports as Record<string, { readonly default?: string }>).flatMap(([path, target]) =>
          target.default === undefined
            ? []
            : [[`${manifest.name}${path.slice(1)}`, join(root, folder, target.default)] as const],
        ),
      ),
  );
}

/**
 * Bundles the program that uses all these packages, as built, into one file for browsers. Rejects if anything in it imports
 * a module of Node.
 * @param format `esm` exports `tryAll`; `iife` puts it into the global `program`.
 */
export async function bundleProgram(format: 'esm' | 'iife'): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('./__fixtures__/program.mjs', import.meta.url))],
    alias: Object.fromEntries(nodelessPackages()),
    bundle: true,
    platform: 'browser',
    target: 'es2022',
    format,
    globalName: 'program',
    write: false,
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}
