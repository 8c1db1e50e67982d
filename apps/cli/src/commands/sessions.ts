import type { SessionCatalog } from '@ctx/contract';
import type { EngineOptions } from '../engine/engine-options.ts';
import { sessionPlace } from '../sessions/find-session.ts';
import { hitRows } from '../sessions/hit-rows.ts';
import { sessionRows } from '../sessions/session-rows.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { ownCommand } from '../terminal/own-command.ts';
import { safeJson, safeLine } from '../terminal/safe-text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../terminal/usage-error.ts';

/** The options of `ctx sessions`. */
export interface SessionsOptions extends EngineOptions {
  /** Words to find in the messages. */
  readonly grep?: readonly string[] | undefined;
  readonly json?: boolean | undefined;
}

/** Lists the sessions of this folder, the most recently written first; or the messages in them that contain a text. */
export async function sessions(
  terminal: Terminal,
  { grep, json = false, ...engine }: SessionsOptions,
): Promise<number> {
  const { catalog, name } = await sessionPlace(engine);
  if (grep !== undefined) return printHits(terminal, catalog, grep.join(' '), json);
  const found = await catalog.list();
  if (json) {
    for (const session of found) terminal.write(`${safeJson(session)}\n`);
    return EXIT.done;
  }
  if (found.length === 0) terminal.complain(`No sessions in ${name} yet. Start one: ${ownCommand()} run "…"`);
  for (const row of sessionRows(found, terminal)) terminal.write(`${row}\n`);
  return EXIT.done;
}

async function printHits(terminal: Terminal, catalog: SessionCatalog, words: string, json: boolean): Promise<number> {
  if (words.trim() === '') throw new UsageError(`Write what to look for: ${ownCommand()} sessions --grep "words"`);
  const { createSessionSearch } = await import('@ctx/inspector');
  const { hits, more, skipped } = await createSessionSearch(catalog)(words);
  if (json) for (const hit of hits) terminal.write(`${safeJson(hit)}\n`);
  else for (const row of hitRows(hits, terminal)) terminal.write(`${row}\n`);
  if (hits.length === 0) terminal.complain(`No message contains "${safeLine(words)}".`);
  if (more) terminal.complain(`These are the newest ${hits.length}; there are more.`);
  if (skipped > 0) terminal.complain(`${skipped} older sessions were not searched: all together are too big.`);
  return EXIT.done;
}
