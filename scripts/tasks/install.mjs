import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * True if pnpm made node_modules from the current content of the lockfile. False in a fresh clone, after a change of the
 * lockfile, and if `npm install` has made or changed node_modules.
 * @param {string} root
 */
export function dependenciesAreInstalled(root) {
  const stamp = stampFile(root);
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== fingerprint(root)) return false;
  return !existsSync(npmTrace(root));
}

/**
 * Installs the dependencies with the pnpm version that package.json names. npm downloads that pnpm, without asking.
 * @param {string} root
 * @param {import('./run-tool.mjs').RunTool} runTool
 */
export async function installDependencies(root, runTool) {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  // pnpm runs from npm's cache, not from node_modules, because it may have to replace that folder.
  const pnpm = ['exec', '--yes', '--prefer-offline', `--package=${packageManager}`, '--', 'pnpm'];
  rmSync(stampFile(root), { force: true });
  // Otherwise pnpm would move every package that npm installed aside, and leave it there.
  if (existsSync(npmTrace(root))) rmSync(join(root, 'node_modules'), { recursive: true });
  await runTool('npm', [...pnpm, 'install', '--frozen-lockfile', '--prefer-offline', '--reporter=append-only']);
  writeFileSync(stampFile(root), fingerprint(root));
}

/** @param {string} root */
function stampFile(root) {
  return join(root, 'node_modules', '.ctx-installed');
}

/**
 * A file that npm leaves in every node_modules it changes. pnpm never does.
 * @param {string} root
 */
function npmTrace(root) {
  return join(root, 'node_modules', '.package-lock.json');
}

/** @param {string} root */
function fingerprint(root) {
  return createHash('sha256')
    .update(readFileSync(join(root, 'pnpm-lock.yaml')))
    .digest('hex');
}
