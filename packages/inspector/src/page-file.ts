import { readFile } from 'node:fs/promises';

/** The built page. From here the path is the same, whether this is the source or the build. */
export async function readPage(): Promise<string> {
  return readFile(new URL('../dist/page.html', import.meta.url), 'utf8');
}
