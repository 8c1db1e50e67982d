import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { TaskFailure } from '../tasks/task-failure.mjs';
import { addToLockfile } from './add-to-lockfile.mjs';

const USAGE = 'Give one agent name: npm run new:assembler -- my-agent';
const TEMPLATE = 'templates/assembler';
const NOT_COPIED = new Set(['node_modules', 'dist', '.turbo']);

/**
 * Creates an assembler package from the template and adds it to the lockfile.
 * @param {string} root
 * @param {readonly string[]} args the arguments of the command: one name in kebab-case
 * @returns {{ folder: string, source: string }} the package and its main source file, relative to the root
 */
export function newAssembler(root, args) {
  const name = agentName(args);
  const folder = `packages/assembler-${name}`;
  if (existsSync(join(root, folder))) throw new TaskFailure(`${folder} already exists.`, 2);
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
      `"${name}" is not a valid name: use lower-case letters, digits and single dashes, at most 50 characters.`,
      2,
    );
  }
  if (name.startsWith('assembler-')) {
    throw new TaskFailure(`Leave out "assembler-": npm run new:assembler -- ${name.slice('assembler-'.length)}`, 2);
  }
  if (name === 'template') throw new TaskFailure('"template" is the name of the template itself. Use another.', 2);
  return name;
}

/**
 * Replaces the names of the template, which is a real package, by those of the new agent.
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
 * Removes `private`: the template must never be published, but a package made from it may be.
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
