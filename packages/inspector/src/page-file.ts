import { readFile } from 'node:fs/promises';

/** Reads the built page. The relative path is the same from `src` and from `dist`. */
export async function readPage(): Promise<string> {
  return readFile(new URL('../dist/page.html', import.meta.url), 'utf8');
}
