import { builtinModules } from 'node:module';

/** @import { Rule, SourceFile } from './workspace.mjs' */

const MAX_LINES = 300;
const SHIPPED = /^(packages|apps|templates)\/[^/]+\/src\//;
const TEST = /\.test\.ts$/;
/** A page is bundled with all its imports, so its libraries are devDependencies of the package. */
const PAGE = /^packages\/[^/]+\/src\/page\//;
const VAGUE_NAMES = /^(utils?|helpers?|common|misc)\.\w+$/;
/** The only library file that may print: the default logger of ContextManager. */
const DEFAULT_LOGGER = /^packages\/core\/src\/(.+\/)?[\w-]*logger\.ts$/;
/** Sources that must run wherever JavaScript runs: in a browser, a worker, another runtime. */
const NEEDS_NO_NODE =
  /^(packages\/(contract|tokens|trimmer|assembler-[^/]+|core|model-context)|templates\/assembler)\/src\//;
/** Static and dynamic imports, and exports from another module; the module is in group 1 or 2. */
const IMPORT =
  /(?:^|[;{}\s])(?:import|export)\s*(?:[\w*{}\s,$]+?\sfrom\s*)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g;
/** An import of types only, on one line; the module is in group 1. */
const TYPE_IMPORT = /^import type [^'"]+ from ['"]([^'"]+)['"];$/gm;

/** @type {Rule} */
export function oneFileStartsProcesses({ sources }) {
  const starters = shipped(sources).filter(({ text }) =>
    importsOf(text).some((name) => /^(node:)?child_process$/.test(name)),
  );
  if (starters.length < 2) return [];
  return starters.map(
    ({ path }) => `${path}: imports node:child_process; only one file may, now ${starters.length} do`,
  );
}

/** @type {Rule} */
export function libraryIsSilent({ sources }) {
  return shipped(sources)
    .filter(({ path }) => path.startsWith('packages/') && !DEFAULT_LOGGER.test(path))
    .flatMap(({ path, text }) =>
      withoutComments(text)
        .split('\n')
        .flatMap((line, index) => {
          const call = /\bconsole\.\w+|\bprocess\.exit\b/.exec(line);
          return call === null ? [] : [`${path}:${index + 1}: ${call[0]}; a library must not print or exit`];
        }),
    );
}

/** @type {Rule} */
export function libraryNeedsNoNode({ sources }) {
  return shipped(sources)
    .filter(({ path }) => NEEDS_NO_NODE.test(path))
    .flatMap(({ path, text }) => [
      ...importsOf(text)
        .filter((name) => name.startsWith('node:') || builtinModules.includes(name))
        .map((name) => `${path}: imports ${name}; this package runs without Node`),
      ...withoutComments(text)
        .split('\n')
        .flatMap((line, index) => {
          const name = /\bBuffer\b|\bprocess(?=\.)/.exec(line);
          return name === null ? [] : [`${path}:${index + 1}: ${name[0]}; this package runs without Node`];
        }),
    ]);
}

/** @type {Rule} */
export function importsAreDeclared({ packages, sources }) {
  return packages.flatMap(({ folder, manifest }) => {
    const declared = new Set([
      manifest.name,
      ...Object.keys(manifest.dependencies ?? {}),
      ...Object.keys(manifest.peerDependencies ?? {}),
      ...Object.keys(manifest.optionalDependencies ?? {}),
    ]);
    const development = new Set(Object.keys(manifest.devDependencies ?? {}));
    // An app may import types of its devDependencies: types are not in the build, and it loads these packages only if the
    // user has installed them.
    const mayImportTypes = folder.startsWith('apps/');
    return shipped(sources)
      .filter(({ path }) => path.startsWith(`${folder}/`))
      .flatMap(({ path, text }) =>
        importsOf(text.replace(TYPE_IMPORT, (line, name) => (mayImportTypes && development.has(name) ? '' : line)))
          .map(packageName)
          .filter((name) => name !== undefined && !declared.has(name) && !(PAGE.test(path) && development.has(name)))
          .map((name) => `${path}: imports ${name}, which ${folder}/package.json does not list in dependencies`),
      );
  });
}

/** @type {Rule} */
export function filesAreSmall({ sources }) {
  return sources
    .filter(({ path }) => !TEST.test(path))
    .map(({ path, text }) => ({ path, lines: text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > MAX_LINES)
    .map(({ path, lines }) => `${path}: ${lines} lines, more than ${MAX_LINES}; split it by purpose`);
}

/** @type {Rule} */
export function filesAreNamedWell({ sources }) {
  return sources.flatMap(({ path }) => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (VAGUE_NAMES.test(name)) return [`${path}: the name does not say what the file holds`];
    if (!/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)*$/.test(name)) return [`${path}: file names are kebab-case`];
    return [];
  });
}

/** @type {Rule} */
export function indexOnlyReExports({ sources }) {
  return shipped(sources)
    .filter(({ path }) => path.endsWith('/index.ts'))
    .filter(
      ({ text }) =>
        withoutComments(text)
          .replace(/export\s[^;'"]*?from\s*['"][^'"]+['"];?/g, '')
          .trim() !== '',
    )
    .map(({ path }) => `${path}: an index may only hold \`export … from\``);
}

/** @type {Rule} */
export function everyTestRuns({ sources }) {
  return sources
    .filter(({ path }) => TEST.test(path))
    .flatMap(({ path, text }) =>
      text.split('\n').flatMap((line, index) => {
        const call = /^\s*(?:it|test|describe)\.(?:skip|todo|only)\b/.exec(line);
        return call === null ? [] : [`${path}:${index + 1}: ${call[0].trim()}; every test must run`];
      }),
    );
}

/** @param {readonly SourceFile[]} sources */
function shipped(sources) {
  return sources.filter(({ path }) => SHIPPED.test(path) && !TEST.test(path));
}

/** @param {string} text @returns {string[]} */
function importsOf(text) {
  return [...withoutComments(text).matchAll(IMPORT)].map((match) => String(match[1] ?? match[2]));
}

/**
 * Replaces comments by spaces, so that line numbers stay the same.
 * @param {string} text
 */
function withoutComments(text) {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/(^|\s)\/\/.*$/gm, '$1');
}

/**
 * The package of an import; undefined for own files and modules of Node.
 * @param {string} specifier
 */
function packageName(specifier) {
  if (/^[./]|^node:/.test(specifier) || builtinModules.includes(specifier)) return undefined;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}
