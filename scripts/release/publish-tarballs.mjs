// `npm run release:publish`: publishes the tarballs that `npm run release:pack` made, except versions that are already
// published. Needs only Node and npm, so that the job with the permission to publish installs nothing. Without NPM_TOKEN, npm
// shows the registry the identity of the workflow run (trusted publishing).
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publicPackages } from './public-packages.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const tarballs = process.argv[2] ?? join(root, '.tmp/tarballs');

const folder = mkdtempSync(join(tmpdir(), 'ctx-publish-'));
try {
  const registry = npm(['config', 'get', 'registry']).stdout.trim();
  const userconfig = join(folder, 'npmrc');
  const { NPM_TOKEN } = process.env;
  if (!NPM_TOKEN) requireTrustedPublishing(npm(['--version']).stdout.trim());
  // npm replaces the variable by the token when it reads the file.
  writeFileSync(userconfig, NPM_TOKEN ? `${registry.replace(/^https?:/, '')}:_authToken=\${NPM_TOKEN}\n` : '');
  for (const { name, version, tarball } of publicPackages(root)) {
    if (await isPublished(registry, name, version)) {
      console.log(`${name} ${version} is already published.`);
      continue;
    }
    const file = join(tarballs, tarball);
    const { status, stderr } = npm([
      'publish',
      file,
      '--access=public',
      '--ignore-scripts',
      '--userconfig',
      userconfig,
      '--registry',
      registry,
    ]);
    if (status !== 0) throw new Error(`${name} ${version} could not be published:\n${stderr}`);
    console.log(`${name} ${version} published.`);
  }
} finally {
  rmSync(folder, { recursive: true });
}

/** @param {string} version of npm */
function requireTrustedPublishing(version) {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  if (major * 1e6 + minor * 1e3 + patch >= 11_005_001) return;
  throw new Error(
    `npm ${version} cannot publish without NPM_TOKEN. Use npm 11.5.1 or later, which comes with Node 24.`,
  );
}

/** @param {string} registry @param {string} name @param {string} version */
async function isPublished(registry, name, version) {
  const response = await fetch(new URL(name, registry));
  if (response.status === 404) return false;
  if (!response.ok) throw new Error(`The registry answers ${response.status} when asked for ${name}.`);
  const { versions } = /** @type {{ versions: object }} */ (await response.json());
  return version in versions;
}

/** @param {string[]} args */
function npm(args) {
  return spawnSync('npm', args, { cwd: folder, encoding: 'utf8', shell: process.platform === 'win32' });
}
