import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCycle } from './find-cycle.mjs';

/** @import { Package, Rule, Versions } from './workspace.mjs' */

/** Which of our packages each package may depend on at run time. The same graph is in ARCHITECTURE.md. */
const LAYERS = new Map([
  ['@ctx/contract', []],
  ['@ctx/tokens', []],
  ['@ctx/trimmer', ['@ctx/contract']],
  ['@ctx/core', ['@ctx/assembler-plain', '@ctx/contract', '@ctx/trimmer']],
  ['@ctx/model-context', ['@ctx/tokens']],
  ['@ctx/agent-runner', ['@ctx/contract', '@ctx/model-context']],
  ['@ctx/team', ['@ctx/agent-runner', '@ctx/contract', '@ctx/core', '@ctx/tokens']],
  ['@ctx/store-postgres', ['@ctx/contract']],
  ['@ctx/executor-bullmq', ['@ctx/contract', '@ctx/store-postgres']],
  ['@ctx/inspector', ['@ctx/contract', '@ctx/team']],
  ['@ctx/testkit', ['@ctx/contract']],
  ['@ctx/scripted-agents', []],
]);
const ASSEMBLER_LAYER = ['@ctx/contract', '@ctx/trimmer'];

/** Packages that users add to their own program. They may only depend on ours. */
const WITHOUT_FOREIGN =
  /^@ctx\/(contract|tokens|trimmer|assembler-.+|core|model-context|inspector|testkit|scripted-agents)$/;
/** Packages for one foreign library, and that library. */
const ONLY_FOREIGN = new Map([
  ['@ctx/store-postgres', ['pg']],
  ['@ctx/executor-bullmq', ['bullmq']],
]);

/** Packages that only a team on many machines needs. */
const ENGINE_PARTS = /^(@ctx\/(store-postgres|executor-bullmq)|pg|bullmq|ioredis|redis)$/;

const KINDS = /** @type {const} */ (['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies']);

/** @type {Rule} */
export function internalDependencies({ packages }) {
  const ours = new Set(packages.map(({ manifest }) => manifest.name));
  return edges(packages)
    .filter(({ to }) => to.startsWith('@ctx/'))
    .flatMap(({ member, kind, to, version }) => {
      if (!ours.has(to)) return [finding(member, `${kind} names ${to}, which is not in this repo`)];
      if (kind === 'peerDependencies') {
        return [finding(member, `${to} is a peer; use dependencies, because a minor of a peer forces a major here`)];
      }
      if (version === 'workspace:^') return [];
      return [finding(member, `${kind} must have ${to} as workspace:^, not ${version}`)];
    });
}

/** @type {Rule} */
export function layering({ packages }) {
  return edges(packages)
    .filter(({ kind, to }) => kind !== 'devDependencies' && to.startsWith('@ctx/'))
    .flatMap(({ member, to }) => {
      const allowed = allowedFor(String(member.manifest.name));
      if (allowed === undefined || allowed.includes(to)) return [];
      return [finding(member, `must not depend on ${to} (allowed: ${allowed.join(', ') || 'none of ours'})`)];
    });
}

/** @type {Rule} */
export function noForeignDependencies({ packages }) {
  return edges(packages)
    .filter(({ kind, to }) => kind !== 'devDependencies' && !to.startsWith('@ctx/'))
    .flatMap(({ member, kind, to }) => {
      const allowed = foreignFor(String(member.manifest.name));
      if (allowed === undefined || allowed.includes(to)) return [];
      const rest = ['ours', ...allowed].join(' and ');
      return [finding(member, `${kind} has ${to}; this package may only depend on ${rest}`)];
    });
}

/**
 * Users who do not want an engine must not get one: only the two engine packages may depend on databases and queues.
 * @type {Rule}
 */
export function enginesAreAskedFor({ packages }) {
  return edges(packages)
    .filter(({ member, kind, to }) => kind !== 'devDependencies' && ENGINE_PARTS.test(to) && !isEngine(member))
    .map(({ member, kind, to }) => finding(member, `${kind} has ${to}; only users who want an engine install it`));
}

/** @type {Rule} */
export function exactVersions({ root, packages, outsiders }) {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return (
    [
      ...edges([{ folder: '.', manifest }, ...outsiders]).filter(({ kind }) => kind !== 'peerDependencies'),
      ...edges(packages).filter(({ kind }) => kind === 'devDependencies'),
    ]
      .filter(({ to }) => !to.startsWith('@ctx/'))
      // A link leads to a dependency of the root, or to one of our packages.
      .filter(({ version }) => !/^(\d+\.\d+\.\d+(-[\w.]+)?|link:\.\.\/.+)$/.test(version))
      .map(({ member, kind, to, version }) => finding(member, `${kind} must pin ${to} exactly, not ${version}`))
  );
}

/**
 * Published dependencies are ranges, so that users can update them and share them with their own. Our lockfile pins the
 * versions we test with.
 * @type {Rule}
 */
export function publishedRanges({ packages }) {
  return edges(packages)
    .filter(({ kind, to }) => kind !== 'devDependencies' && !to.startsWith('@ctx/'))
    .filter(({ version }) => !/^\^\d+\.\d+\.\d+$/.test(version))
    .map(({ member, kind, to, version }) => finding(member, `${kind} must take ${to} as ^x.y.z, not ${version}`));
}

/** @type {Rule} */
export function acyclicGraph({ packages }) {
  /** @type {Map<string, string[]>} */
  const graph = new Map(packages.map(({ manifest }) => [String(manifest.name), []]));
  for (const { member, to } of edges(packages)) {
    if (graph.has(to)) graph.get(String(member.manifest.name))?.push(to);
  }
  const cycle = findCycle(graph);
  return cycle === undefined ? [] : [`packages depend on each other in a cycle: ${cycle.join(' → ')}`];
}

/** @type {Rule} */
export function lockfilesWithoutHosts({ root, outsiders }) {
  return ['pnpm-lock.yaml', ...outsiders.map(({ folder }) => `${folder}/pnpm-lock.yaml`)]
    .filter((file) => existsSync(join(root, file)))
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .flatMap((line, index) => {
          // A deprecation notice may hold any address; nothing is fetched from it.
          if (line.trimStart().startsWith('deprecated:') || !/\b(https?|git\+\w+|git|ssh):\/\//.test(line)) return [];
          return [`${file}:${index + 1} names a host: ${line.trim()}`];
        }),
    );
}

/** @param {readonly Package[]} packages */
function edges(packages) {
  return packages.flatMap((member) =>
    KINDS.flatMap((kind) =>
      Object.entries(/** @type {Versions} */ (member.manifest[kind] ?? {})).map(([to, version]) => ({
        member,
        kind,
        to,
        version,
      })),
    ),
  );
}

/** @param {string} name @returns {readonly string[] | undefined} */
function allowedFor(name) {
  return name.startsWith('@ctx/assembler-') ? ASSEMBLER_LAYER : LAYERS.get(name);
}

/**
 * The foreign packages that a package may depend on; undefined if it may depend on any.
 * @param {string} name
 * @returns {readonly string[] | undefined}
 */
function foreignFor(name) {
  return WITHOUT_FOREIGN.test(name) ? [] : ONLY_FOREIGN.get(name);
}

/** @param {Package} member */
function isEngine({ manifest }) {
  return ENGINE_PARTS.test(String(manifest.name));
}

/** @param {Package} member @param {string} text */
function finding({ folder }, text) {
  return `${folder === '.' ? '' : `${folder}/`}package.json: ${text}`;
}
