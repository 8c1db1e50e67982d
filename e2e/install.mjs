// @ts-check
// Installs the pinned CLIs, runtimes, engines and the browser driver into a cache outside the clone, one folder for each
// lockfile. So only the first run on a machine downloads them. `node install.mjs` prints the folder with the CLIs.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const MANIFESTS = ['package.json', 'package-lock.json'];

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(installClis());

/** Installs the CLIs if needed. @returns {string} the folder with their programs */
export function installClis() {
  return join(installPinned(here, 'CLIs (1.5 GB)'), '.bin');
}

/** Installs the runtimes if needed. @returns {string} a node_modules folder */
export function installRuntimes() {
  return installPinned(join(here, 'runtimes'), 'runtimes (0.4 GB)');
}

/** Installs the newest Node of each line that people have. @returns {string} a node_modules folder */
export function installNodes() {
  return installPinned(join(here, 'nodes'), 'Nodes (0.4 GB)');
}

/** Installs Postgres and the Redis client if needed. @returns {string} a node_modules folder */
export function installEngines() {
  return installPinned(join(here, 'scale'), 'engines (0.1 GB)');
}

/** Installs playwright-core if needed. @returns {string} a node_modules folder */
export function installBrowserDriver() {
  return installPinned(join(here, 'browser'), 'browser driver (10 MB)');
}

/** @param {string} manifests folder of a package.json and its lockfile @param {string} what is printed while it installs */
function installPinned(manifests, what) {
  const key = versionKey(manifests);
  const caches = cacheFolders();
  const installed = caches.map((cache) => join(cache, key)).find((folder) => existsSync(folder));
  const folder = installed ?? join(caches.find(isWritable) ?? join(here, '.tmp'), key);
  if (installed === undefined) install(manifests, folder, what);
  return join(folder, 'node_modules');
}

/** The lockfile and the platform, because npm installs native programs for the platform. */
function versionKey(/** @type {string} */ manifests) {
  const lockfile = readFileSync(join(manifests, 'package-lock.json'));
  const hash = createHash('sha256').update(lockfile).digest('hex').slice(0, 16);
  return `${hash}-${process.platform}-${process.arch}`;
}

/** Installs into a temporary folder and renames it, so that an interrupted run leaves no incomplete installation. */
function install(/** @type {string} */ manifests, /** @type {string} */ folder, /** @type {string} */ what) {
  console.error(`Installing the pinned ${what} into ${folder}, once …`);
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true, mode: 0o755 });
  for (const file of MANIFESTS) copyFileSync(join(manifests, file), join(unfinished, file));
  // Without install scripts, nothing is compiled and `claude` is a stub, as for users who turn install scripts off.
  // Not `npm ci`: it refuses a lockfile without the programs of other platforms, which some registries do not have.
  const args = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const result = spawnSync('npm', args, { cwd: unfinished, encoding: 'utf8', shell: process.platform === 'win32' });
  if (result.status !== 0) {
    rmSync(unfinished, { recursive: true, force: true });
    throw new Error(`npm ${args.join(' ')} failed in ${unfinished}:\n${result.stdout}${result.stderr}`);
  }
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // Another run has installed it meanwhile.
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

/**
 * The possible cache folders, the best one first. `/var/cache` comes before the home folder, because the unprivileged user
 * of some tests has no access to root's home.
 * @returns {string[]}
 */
function cacheFolders() {
  const given = process.env['CTX_E2E_CACHE'];
  if (given) return [given];
  const parents = [process.env['XDG_CACHE_HOME'], '/var/cache', join(homedir(), '.cache')];
  return [...parents.flatMap((parent) => (parent ? [join(parent, 'ctx-e2e')] : [])), join(here, '.tmp')];
}

/** @param {string} folder */
function isWritable(folder) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
