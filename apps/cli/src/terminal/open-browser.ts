import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findProgram, launchProgram } from '@ctx/agent-runner';

/** What opens a file in the browser a person likes, by the system. */
const OPENERS: Readonly<Record<string, { readonly file: string; readonly args: readonly string[] }>> = {
  darwin: { file: 'open', args: [] },
  win32: { file: 'rundll32', args: ['url.dll,FileProtocolHandler'] },
};
const ELSEWHERE = { file: 'xdg-open', args: [] };

/** A page that was handed to the browser. */
export interface OpenedPage {
  /** Takes the file away that the browser was given. */
  dispose(): Promise<void>;
}

/**
 * Opens an address in the person's browser; undefined when there is none. The browser is given a file of the person's own
 * that leads to the address: command lines can be read by everybody on the machine, and the address lets one in.
 */
export async function openBrowser(
  url: string,
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<OpenedPage | undefined> {
  const { file, args } = OPENERS[process.platform] ?? ELSEWHERE;
  // Nothing of the project is started: whoever wrote it may have put a program of that name there.
  const program = await findProgram(file, environment, { notInside: [process.cwd()] });
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
