import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const here = fileURLToPath(new URL('.', import.meta.url));
const page = join(here, 'src/page');

/** The built page and the licences of the libraries in it. */
export interface BuiltPage {
  /** One file with its styles and script. It loads nothing but its icon. */
  readonly html: string;
  readonly licences: string;
}

/** Bundles the page with all its libraries. */
export async function buildPage(): Promise<BuiltPage> {
  const { outputFiles, metafile } = await build({
    entryPoints: { page: join(page, 'main.tsx') },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    outdir: here,
    absWorkingDir: here,
    format: 'esm',
    platform: 'browser',
    target: ['chrome120', 'firefox121', 'safari17.4'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    conditions: ['@ctx/source'],
    legalComments: 'none',
    logLevel: 'silent',
    // In a browser this library uses `innerHTML`, which the page's policy forbids.
    alias: { 'decode-named-character-reference': join(page, 'text/character-reference.ts') },
  });
  const [script, styles] = ['.js', '.css'].map((ending) => outputFiles.find(({ path }) => path.endsWith(ending))!.text);
  const frame = await readFile(join(page, 'page.html'), 'utf8');
  const html = frame
    .replace('/* styles */', () => styles!.trim())
    // The HTML parser ends a script at the first `</script`, even inside a string.
    .replace('/* script */', () => script!.trim().replaceAll('</script', '<\\/script'));
  return { html, licences: await licencesOf(Object.keys(metafile.inputs)) };
}

async function licencesOf(inputs: readonly string[]): Promise<string> {
  const folders = new Map<string, string>();
  for (const input of inputs) {
    const found = /^(.*node_modules\/((?:@[^/]+\/)?[^/]+))\//.exec(input);
    if (found !== null) folders.set(found[2]!, resolve(here, found[1]!));
  }
  const texts: string[] = [];
  for (const [name, folder] of [...folders].sort(([a], [b]) => a.localeCompare(b))) {
    const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file === undefined ? await licenceField(folder) : await readFile(join(folder, file), 'utf8');
    texts.push(`${name}\n\n${text.trim()}\n`);
  }
  return `page.html contains these libraries.\n\n${texts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

async function licenceField(folder: string): Promise<string> {
  const { license, author } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const authorName = typeof author === 'object' ? author.name : author;
  return authorName === undefined ? license : `${license}, ${authorName}`;
}
