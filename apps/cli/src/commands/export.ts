import { writeFile } from 'node:fs/promises';
import { collectSession, exportJson, exportMarkdown } from '@ctx/team';
import type { EngineOptions } from '../engine/engine-options.ts';
import { openFound } from '../engine/engine-sessions.ts';
import { findSession, nameOf } from '../sessions/find-session.ts';
import { sayDamage } from '../sessions/say-damage.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../terminal/usage-error.ts';

/** What `ctx export` takes. */
export interface ExportOptions extends EngineOptions {
  readonly format?: string | undefined;
  /** A file instead of the output. */
  readonly output?: string | undefined;
}

/** Writes a session as Markdown or JSON. */
export async function exportSession(terminal: Terminal, session: string, options: ExportOptions): Promise<number> {
  const format = options.format ?? (options.output?.endsWith('.json') ? 'json' : 'markdown');
  if (format !== 'markdown' && format !== 'json') {
    throw new UsageError(`There is no format "${format}". Use markdown or json.`);
  }
  const found = await findSession(session, options);
  const store = await openFound(found);
  const collected = await collectSession(store.read());
  await store.close();
  const text = format === 'json' ? `${exportJson(collected).trimEnd()}\n` : exportMarkdown(collected);
  if (options.output === undefined) terminal.write(text);
  // What was said in a team is nobody else's business.
  else await writeFile(options.output, text, { mode: 0o600 }).catch((error: Error) => refuse(options.output, error));
  return sayDamage(terminal, store, nameOf(found));
}

function refuse(output: string | undefined, error: Error): never {
  throw new UsageError(`${output} cannot be written: ${error.message}. Choose another place: -o FILE`);
}
