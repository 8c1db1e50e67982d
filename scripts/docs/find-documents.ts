import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Without templates: the test of `npm run new:assembler` runs the documents of a package made from the template. */
const FOLDERS = ['.', 'docs', 'packages', 'apps', 'examples', 'bench', 'e2e', 'mutate'];
/** Files that tools write. */
const GENERATED = /(^|\/)(CHANGELOG|RESULTS)\.md$/;

/** Paths of every document of the repo, relative to its root, with forward slashes, sorted. */
export function findDocuments(root: string): string[] {
  return FOLDERS.flatMap((folder) => (folder === '.' ? filesIn(root, '') : below(root, folder)))
    .filter((path) => path.endsWith('.md') && !GENERATED.test(path))
    .sort();
}

function below(root: string, folder: string): string[] {
  const folders = entries(root, folder).filter((entry) => {
    return entry.isDirectory() && !/^(node_modules|dist|src|__fixtures__|\..*)$/.test(entry.name);
  });
  return [...filesIn(root, folder), ...folders.flatMap((entry) => below(root, `${folder}/${entry.name}`))];
}

function filesIn(root: string, folder: string): string[] {
  return entries(root, folder)
    .filter((entry) => entry.isFile())
    .map((entry) => (folder === '' ? entry.name : `${folder}/${entry.name}`));
}

function entries(root: string, folder: string) {
  try {
    return readdirSync(join(root, folder), { withFileTypes: true });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
