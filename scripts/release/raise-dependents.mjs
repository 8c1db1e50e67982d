import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import getReleasePlan from '@changesets/get-release-plan';
import { readWorkspace } from '../repo-check/workspace.mjs';

/** @typedef {{ name: string, type: string, oldVersion: string, newVersion: string }} Release */

const SIZES = ['none', 'patch', 'minor', 'major'];

/**
 * If a dependency has a breaking change, changesets gives the dependent package only a patch. But our packages export each
 * other's types and prompts, so users of that patch would get the breaking change. This adds a changeset for each such
 * package, so that its own version is a breaking one too.
 * @param {string} root
 * @returns {Promise<string[]>} names of the packages that got such a changeset
 */
export async function raiseDependents(root) {
  const publics = readWorkspace(root).packages.filter(({ manifest }) => manifest.private !== true);
  /** @type {Set<string>} */
  const raised = new Set();
  // Each round may break packages that others depend on. The graph has no cycle, so the rounds end.
  for (let before = -1; before < raised.size; ) {
    before = raised.size;
    const { releases } = await getReleasePlan(root);
    for (const { manifest } of publics) {
      const name = String(manifest.name);
      const broken = releases.filter((release) => breaks(release) && manifest.dependencies?.[release.name]);
      const planned = releases.find((release) => release.name === name)?.type ?? 'none';
      const needed = String(manifest.version).startsWith('0.') ? 'minor' : 'major';
      const isEnough = SIZES.indexOf(planned) >= SIZES.indexOf(needed);
      // A package from an earlier round is written again, because it may have more causes now.
      if (broken.length === 0 || (isEnough && !raised.has(name))) continue;
      writeFileSync(
        join(root, '.changeset', `breaks-${name.replace('@ctx/', '')}.md`),
        changeset(name, needed, broken),
      );
      raised.add(name);
    }
  }
  return [...raised];
}

/** @param {string} name @param {string} size @param {readonly Release[]} broken */
function changeset(name, size, broken) {
  const causes = broken.map((release) => `\`${release.name}\` ${release.newVersion}`).sort();
  return `---\n'${name}': ${size}\n---\n\nComes with the breaking changes of ${causes.join(' and ')}: see there.\n`;
}

/**
 * True if the new version is outside the caret range of the old one.
 * @param {Release} release
 */
function breaks({ oldVersion, newVersion }) {
  const [major, minor] = oldVersion.split('.');
  const compatible = major === '0' ? `${major}.${minor}.` : `${major}.`;
  return !newVersion.startsWith(compatible);
}
