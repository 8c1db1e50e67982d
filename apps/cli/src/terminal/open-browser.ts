import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findProgram, launchProgram } from '@ctx/agent-runner';
import { foreignFolders } from '../conversation/project-folder.ts';

/** The program that opens a file in the default browser, by platform. */
const OPENERS: Readonly<Record<string, { readonly file: string; readonly args: readonly string[] }>> = {
  darwin: { file: 'open', args: [] },
  win32: { file: 'rundll32', args: ['url.dll,FileProtocolHandler'] },
};
const DEFAULT_OPENER = { file: 'xdg-open', args: [] };

/** A page that the browser was asked to open. */
export interface OpenedPage {
  /** Removes the file that the browser was given. */
  dispose(): Promise<void>;
}

/**
 * Opens an address in the default browser. Returns undefined if there is none. The address contains a secret token, and
 * every user of the machine can read command lines; so the browser is given a private file that redirects to it.
 */
export async function openBrowser(
  url: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<OpenedPage | undefined> {
  const { file, args } = OPENERS[process.platform] ?? DEFAULT_OPENER;
  // Never a program inside the project: somebody else may have put it there.
  const program = await findProgram(file, environment, { notInside: foreignFolders(process.cwd()) });
  if (program === undefined) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'ctx-view-'));
  const dispose = () => rm(folder, { recursive: true, force: true }).catch(() => {});
  const page = join(folder, 'open.html');
  await writeFile(page, `<!doctype html><meta http-equiv="refresh" content="0; url=${url}"><title>ctx</title>\n`, {
    mode: 0o600,
  });
  const env = Object.fromEntries(
    Object.entries(environment).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
  const isOpen = await launchProgram({ file: program, args: [...args, pathToFileURL(page).href], env });
  if (isOpen) return { dispose };
  await dispose();
  return undefined;
}
