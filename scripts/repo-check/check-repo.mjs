import {
  acyclicGraph,
  enginesAreAskedFor,
  exactVersions,
  internalDependencies,
  layering,
  lockfilesWithoutHosts,
  noForeignDependencies,
  publishedRanges,
} from './dependency-rules.mjs';
import { namesAreUnique, requiredFields, requiredFiles } from './package-rules.mjs';
import { changesetsNamePackages, lockfileListsPackages } from './record-rules.mjs';
import {
  everyTestRuns,
  filesAreNamedWell,
  filesAreSmall,
  importsAreDeclared,
  indexOnlyReExports,
  libraryIsSilent,
  libraryNeedsNoNode,
  oneFileStartsProcesses,
} from './source-rules.mjs';
import { readWorkspace } from './workspace.mjs';

/** @type {readonly import('./workspace.mjs').Rule[]} */
const RULES = [
  requiredFiles,
  requiredFields,
  namesAreUnique,
  internalDependencies,
  layering,
  noForeignDependencies,
  enginesAreAskedFor,
  exactVersions,
  publishedRanges,
  acyclicGraph,
  lockfilesWithoutHosts,
  lockfileListsPackages,
  changesetsNamePackages,
  oneFileStartsProcesses,
  libraryIsSilent,
  libraryNeedsNoNode,
  importsAreDeclared,
  filesAreSmall,
  filesAreNamedWell,
  indexOnlyReExports,
  everyTestRuns,
];

/**
 * Every violation of the rules of this repo in the tree at `root`, one line each.
 * @param {string} root
 * @returns {string[]}
 */
export function checkRepo(root) {
  const workspace = readWorkspace(root);
  return RULES.flatMap((rule) => rule(workspace));
}
