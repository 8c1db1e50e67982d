// `npm run release:version`: raises versions and writes changelogs from the changesets of the given tree, or of this repo.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { raiseDependents } from './raise-dependents.mjs';

const root = process.argv[2] ?? fileURLToPath(new URL('../..', import.meta.url));
const changeset = fileURLToPath(new URL('../../node_modules/@changesets/cli/bin.js', import.meta.url));

const raised = await raiseDependents(root);
if (raised.length > 0) console.log(`Raised because a dependency has a breaking change: ${raised.join(', ')}`);
execFileSync(process.execPath, [changeset, 'version'], { cwd: root, stdio: 'inherit' });
