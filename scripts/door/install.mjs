import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * True when node_modules is what pnpm made from the lockfile as it is now. Compared by content: a fresh clone, a changed
 * lockfile and a node_modules that `npm install` made, or changed, are all false.
 * @param {string} root
 */
export function dependenciesAreInstalled(root) {
  const stamp = stampFile(root);
  if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== fingerprint(root)) return false;
  return !existsSync(npmTrace(root));
}

/**
 * Installs with the pnpm that package.json names, which npm brings. Nothing to ask, nothing to be asked.
 * @param {string} root
 * @param {import('./run-tool.mjs').RunTool} runTool
 */
export async function installDependencies(root, runTool) {
  const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  // From npm's cache, not from node_modules: pnpm may have to replace that folder whole.
  const pnpm = ['exec', '--yes', '--prefer-offline', `--package=${packageManager}`, '--', 'pnpm'];
  rmSync(stampFile(root), { force: true });
  // pnpm would put aside what npm installed, package by package, and leave it there.
  if (existsSync(npmTrace(root))) rmSync(join(root, 'node_modules'), { recursive: true });
  await runTool('npm', [...pnpm, 'install', '--frozen-lockfile', '--prefer-offline', '--reporter=append-only']);
  writeFileSync(stampFile(root), fingerprint(root));
}

/** @param {string} root */
function stampFile(root) {
  return join(root, 'node_modules', '.ctx-installed');
}

/**
 * npm leaves it in every node_modules it touches; pnpm never does.
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
