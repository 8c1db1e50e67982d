import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { installNodes } from '../../e2e/install.mjs';
import { TaskFailure } from './task-failure.mjs';

const MANIFEST = new URL('../../e2e/nodes/package.json', import.meta.url);

/**
 * The Nodes that `npm run test:nodes` tests on: those of the lines that are named (`22 26`), or all. The other arguments are
 * for vitest. Installs them if needed.
 * @param {readonly string[]} args
 * @returns {{ nodes: { version: string, bin: string }[], vitest: string[] }}
 */
export function otherNodes(args) {
  const named = args.filter((arg) => /^\d+$/.test(arg));
  const vitest = args.filter((arg) => !named.includes(arg));
  const pinned = pinnedNodes();
  const lines = named.length > 0 ? named : Object.keys(pinned);
  const unknown = lines.find((line) => pinned[line] === undefined);
  if (unknown !== undefined) {
    throw new TaskFailure(`Node ${unknown} is not pinned. Use one of: ${Object.keys(pinned).join(', ')}.`, 2);
  }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new TaskFailure(
      'The pinned Nodes are for Linux on x64. Here, start another Node yourself and run npm test.',
      1,
    );
  }
  const folder = installNodes();
  const nodes = lines.map((line) => ({ version: String(pinned[line]), bin: join(folder, `node-${line}`, 'bin') }));
  return { nodes, vitest };
}

/** @returns {Record<string, string>} the version of each line */
function pinnedNodes() {
  /** @type {Record<string, string>} */
  const dependencies = JSON.parse(readFileSync(MANIFEST, 'utf8')).dependencies;
  return Object.fromEntries(
    Object.entries(dependencies).map(([name, range]) => [name.slice('node-'.length), String(range.split('@').at(-1))]),
  );
}
