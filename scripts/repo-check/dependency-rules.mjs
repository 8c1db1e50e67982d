import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findCycle } from './find-cycle.mjs';

/** @import { Package, Rule, Versions } from './workspace.mjs' */

/** The packages of ours each package may depend on at run time. ARCHITECTURE.md draws it. */
const LAYERS = new Map([
  ['@ctx/contract', []],
  ['@ctx/tokens', []],
  ['@ctx/trimmer', ['@ctx/contract']],
  ['@ctx/core', ['@ctx/assembler-plain', '@ctx/contract', '@ctx/trimmer']],
  ['@ctx/model-context', ['@ctx/tokens']],
  ['@ctx/agent-runner', ['@ctx/contract', '@ctx/model-context']],
  ['@ctx/team', ['@ctx/agent-runner', '@ctx/assembler-plain', '@ctx/contract', '@ctx/core', '@ctx/tokens']],
  ['@ctx/store-postgres', ['@ctx/contract']],
  ['@ctx/executor-bullmq', ['@ctx/contract', '@ctx/store-postgres']],
  ['@ctx/inspector', ['@ctx/contract', '@ctx/core', '@ctx/team']],
  ['@ctx/testkit', ['@ctx/contract']],
  ['@ctx/scripted-agents', []],
]);
const ASSEMBLER_LAYER = ['@ctx/contract', '@ctx/trimmer'];

/** Packages that people add to their own program: they bring nothing but ours. */
const WITHOUT_FOREIGN =
  /^@ctx\/(contract|tokens|trimmer|assembler-.+|core|model-context|inspector|testkit|scripted-agents)$/;
/** Packages made for one thing of somebody else's, and that thing. */
const ONLY_FOREIGN = new Map([
  ['@ctx/store-postgres', ['pg']],
  ['@ctx/executor-bullmq', ['bullmq']],
]);

/** What many machines need and one does not. */
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
        return [finding(member, `${to} is a peer; a minor of a peer forces a major here, use dependencies`)];
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
      return [finding(member, `${kind} has ${to}; this package depends on nothing but ${rest}`)];
    });
}

/**
 * Who does not ask for an engine gets nothing of it: only the two packages themselves bring databases and queues.
 * @type {Rule}
 */
export function enginesAreAskedFor({ packages }) {
  return edges(packages)
    .filter(({ member, kind, to }) => kind !== 'devDependencies' && ENGINE_PARTS.test(to) && !isEngine(member))
    .map(({ member, kind, to }) =>
      finding(member, `${kind} has ${to}; an engine is installed only by who asks for it`),
    );
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
      // A link is to what the root has installed, or to one of ours.
      .filter(({ version }) => !/^(\d+\.\d+\.\d+(-[\w.]+)?|link:\.\.\/.+)$/.test(version))
      .map(({ member, kind, to, version }) => finding(member, `${kind} must pin ${to} exactly, not ${version}`))
  );
}

/**
 * What users get with a package must be theirs to update and to share with their own; our lockfile pins what we test with.
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
  return cycle === undefined ? [] : [`packages depend on each other in a circle: ${cycle.join(' → ')}`];
}

/** @type {Rule} */
export function lockfilesWithoutHosts({ root, outsiders }) {
  return ['pnpm-lock.yaml', ...outsiders.map(({ folder }) => `${folder}/pnpm-lock.yaml`)]
    .filter((file) => existsSync(join(root, file)))
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .flatMap((line, index) => {
          // The text of a deprecation notice may hold any address; nothing is fetched from it.
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
 * Undefined for the packages that may bring what they need.
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
