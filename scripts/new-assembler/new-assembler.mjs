import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { TaskFailure } from '../door/task-failure.mjs';
import { addToLockfile } from './add-to-lockfile.mjs';

const USAGE = 'Say for which agent: npm run new:assembler -- my-agent';
const TEMPLATE = 'templates/assembler';
const NOT_COPIED = new Set(['node_modules', 'dist', '.turbo']);

/**
 * Makes a new assembler package from the template and enters it in the lockfile.
 * @param {string} root
 * @param {readonly string[]} args what the person typed: one name in kebab-case
 * @returns {{ folder: string, source: string }} the package, and the file to begin with, relative to the root
 */
export function newAssembler(root, args) {
  const name = agentName(args);
  const folder = `packages/assembler-${name}`;
  if (existsSync(join(root, folder))) throw new TaskFailure(`${folder} is already there.`, 2);
  try {
    for (const path of filesIn(join(root, TEMPLATE))) {
      const target = join(root, folder, renamed(path, name));
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, renamed(readFileSync(join(root, TEMPLATE, path), 'utf8'), name));
    }
    makePublic(join(root, folder, 'package.json'));
    const lockfile = join(root, 'pnpm-lock.yaml');
    writeFileSync(lockfile, addToLockfile(readFileSync(lockfile, 'utf8'), TEMPLATE, folder));
  } catch (error) {
    rmSync(join(root, folder), { recursive: true, force: true });
    throw error;
  }
  return { folder, source: `${folder}/src/${name}-context-assembler.ts` };
}

/** @param {readonly string[]} args */
function agentName(args) {
  const [name, ...more] = args;
  if (name === undefined || more.length > 0) throw new TaskFailure(USAGE, 2);
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name) || name.length > 50) {
    throw new TaskFailure(
      `"${name}" is no name for a package: use small letters, digits and single dashes, at most 50.`,
      2,
    );
  }
  if (name.startsWith('assembler-')) {
    throw new TaskFailure(`Leave out "assembler-": npm run new:assembler -- ${name.slice('assembler-'.length)}`, 2);
  }
  if (name === 'template') throw new TaskFailure('"template" is the name of the template itself.', 2);
  return name;
}

/**
 * The template is a real package, so its names are real ones: each is replaced by that of the new agent.
 * @param {string} text
 * @param {string} name
 */
function renamed(text, name) {
  const words = name.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return text
    .replaceAll(TEMPLATE, `packages/assembler-${name}`)
    .replaceAll('assembler-template', `assembler-${name}`)
    .replaceAll('TemplateContextAssembler', `${words.join('')}ContextAssembler`)
    .replaceAll('template-context-assembler', `${name}-context-assembler`)
    .replaceAll('template-agent', name)
    .replaceAll('Template Agent', words.join(' '));
}

/**
 * The template itself must never be published; what is made from it is meant to be.
 * @param {string} path
 */
function makePublic(path) {
  const { private: _private, ...manifest } = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`);
}

/** @param {string} folder @returns {string[]} */
function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (NOT_COPIED.has(entry.name)) return [];
    if (!entry.isDirectory()) return [entry.name];
    return filesIn(join(folder, entry.name)).map((path) => `${entry.name}/${path}`);
  });
}
