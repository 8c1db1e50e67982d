// `npm run release:notes`: makes a GitHub release for each version that has none yet. Its text is the version's part of the
// changelog. Needs only Node, and the variables that GitHub sets in a workflow.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publicPackages } from './public-packages.mjs';

const root = process.argv[2] ?? fileURLToPath(new URL('../..', import.meta.url));
const { GITHUB_API_URL, GITHUB_REPOSITORY, GITHUB_TOKEN } = process.env;
const releases = `${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}/releases`;

for (const { name, version, folder } of publicPackages(root)) {
  const tag = `${name}@${version}`;
  const known = await ask(`${releases}/tags/${encodeURIComponent(tag)}`);
  if (known.ok) continue;
  if (known.status !== 404) throw new Error(`GitHub answers ${known.status} when asked for the release ${tag}.`);
  const text = changesOf(readFileSync(join(root, folder, 'CHANGELOG.md'), 'utf8'), version);
  // The app is what people look for, so its release is the one at the top.
  const release = { tag_name: tag, name: tag, body: text, make_latest: String(name === '@ctx/cli') };
  const made = await ask(releases, { method: 'POST', body: JSON.stringify(release) });
  if (!made.ok) throw new Error(`GitHub answers ${made.status} when given the release ${tag}: ${await made.text()}`);
  console.log(`Released ${tag}.`);
}

/** @param {string} url @param {{ method: string, body: string }} [request] */
function ask(url, request) {
  return fetch(url, {
    ...request,
    headers: { authorization: `Bearer ${GITHUB_TOKEN}`, accept: 'application/vnd.github+json' },
  });
}

/** The part of a changelog about one version, without its heading. @param {string} changelog @param {string} version */
function changesOf(changelog, version) {
  const part = changelog.split(/^## /m).find((text) => text.startsWith(`${version}\n`)) ?? '';
  return part.slice(version.length).trim();
}
