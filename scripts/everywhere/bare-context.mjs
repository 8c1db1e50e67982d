// `node --experimental-vm-modules bare-context.mjs SETUP`: runs the program, unbundled, in a context with only the language
// and the given globals. SETUP is JSON: `{ packages: [[name, file]], globals: [name] }`. Prints the program's result.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';

/** @type {{ packages: [string, string][], globals: string[] }} */
const { packages, globals } = JSON.parse(process.argv[2] ?? '{}');
const files = new Map(packages);
const context = vm.createContext(Object.fromEntries(globals.map((name) => [name, Reflect.get(globalThis, name)])));
/** @type {Map<string, vm.SourceTextModule>} */
const modules = new Map();

/** @param {string} file */
function moduleAt(file) {
  const known = modules.get(file);
  if (known !== undefined) return known;
  const module = new vm.SourceTextModule(readFileSync(file, 'utf8'), { context, identifier: file });
  modules.set(file, module);
  return module;
}

const program = moduleAt(fileURLToPath(new URL('./__fixtures__/program.mjs', import.meta.url)));
await program.link((specifier, from) => {
  const file = files.get(specifier);
  if (file === undefined) throw new Error(`${from.identifier} imports ${specifier}`);
  return moduleAt(file);
});
await program.evaluate();
const { tryAll } = /** @type {{ tryAll: () => Promise<unknown> }} */ (program.namespace);
console.log(JSON.stringify(await tryAll()));
