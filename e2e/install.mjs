// @ts-check
// Brings the pinned CLIs: `node install.mjs` prints the folder with their programs. They, and the runtimes, are kept in a
// cache outside the clone, one folder for each lockfile, so that only the first run on a machine downloads anything.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const MANIFESTS = ['package.json', 'package-lock.json'];

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(installClis());

/** Installs the CLIs that are not there yet. @returns {string} the folder with their programs */
export function installClis() {
  return join(installPinned(here, 'CLIs (1.5 GB)'), '.bin');
}

/** Installs the runtimes that are not there yet. @returns {string} a node_modules */
export function installRuntimes() {
  return installPinned(join(here, 'runtimes'), 'runtimes (0.4 GB)');
}

/** Installs Postgres and the client of Redis where they are not there yet. @returns {string} a node_modules */
export function installEngines() {
  return installPinned(join(here, 'scale'), 'engines (0.1 GB)');
}

/** Installs what drives a browser where it is not there yet. @returns {string} a node_modules */
export function installBrowserDriver() {
  return installPinned(join(here, 'browser'), 'browser driver (10 MB)');
}

/** @param {string} manifests folder of a package.json and its lockfile @param {string} what for the person who waits */
function installPinned(manifests, what) {
  const key = versionKey(manifests);
  const caches = cacheFolders();
  const installed = caches.map((cache) => join(cache, key)).find((folder) => existsSync(folder));
  const folder = installed ?? join(caches.find(isWritable) ?? join(here, '.tmp'), key);
  if (installed === undefined) install(manifests, folder, what);
  return join(folder, 'node_modules');
}

/** The lockfile says it all but for the machine, whose native programs npm chooses. */
function versionKey(/** @type {string} */ manifests) {
  const lockfile = readFileSync(join(manifests, 'package-lock.json'));
  const hash = createHash('sha256').update(lockfile).digest('hex').slice(0, 16);
  return `${hash}-${process.platform}-${process.arch}`;
}

/** Installs beside the place and moves it there, so that a run that was stopped leaves nothing that looks whole. */
function install(/** @type {string} */ manifests, /** @type {string} */ folder, /** @type {string} */ what) {
  console.error(`Installing the pinned ${what} into ${folder}, once …`);
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true, mode: 0o755 });
  for (const file of MANIFESTS) copyFileSync(join(manifests, file), join(unfinished, file));
  // Without install scripts: nothing is compiled, and `claude` is the stub a careful user has.
  // Not `ci`: it refuses a lockfile that lacks a program of another platform, and not every registry has them all.
  const args = ['install', '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const result = spawnSync('npm', args, { cwd: unfinished, encoding: 'utf8', shell: process.platform === 'win32' });
  if (result.status !== 0) {
    rmSync(unfinished, { recursive: true, force: true });
    throw new Error(`npm ${args.join(' ')} failed in ${unfinished}:\n${result.stdout}${result.stderr}`);
  }
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // Another run was quicker.
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

/**
 * Where the CLIs may be, the best place first: outside the clone. Root's own home is closed to the unprivileged user some
 * tests run as, so root prefers the machine's cache, which others can use as well.
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
