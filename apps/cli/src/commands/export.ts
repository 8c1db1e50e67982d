import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { collectSession, exportJson, exportMarkdown } from '@ctx/team';
import type { EngineOptions } from '../engine/engine-options.ts';
import { openFound } from '../engine/engine-sessions.ts';
import { findSession, nameOf } from '../sessions/find-session.ts';
import { sayDamage } from '../sessions/say-damage.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../terminal/usage-error.ts';
import { agrees } from '../trust/agrees.ts';

/** What `ctx export` takes. */
export interface ExportOptions extends EngineOptions {
  readonly format?: string | undefined;
  /** A file instead of the output. */
  readonly output?: string | undefined;
  /** Overwrite it without a question. */
  readonly force?: boolean | undefined;
}

type Format = 'markdown' | 'json';

/** By the end of a file's name; a name without one says nothing. */
const FORMATS: Readonly<Record<string, Format>> = {
  '.md': 'markdown',
  '.markdown': 'markdown',
  '.json': 'json',
  '': 'markdown',
};

/** Writes a session as Markdown or JSON. */
export async function exportSession(terminal: Terminal, session: string, options: ExportOptions): Promise<number> {
  const format = formatOf(options);
  const found = await findSession(session, options);
  if (options.output !== undefined && !options.force) await mayOverwrite(terminal, options.output);
  const store = await openFound(found);
  const collected = await collectSession(store.read());
  await store.close();
  const text = format === 'json' ? `${exportJson(collected).trimEnd()}\n` : exportMarkdown(collected);
  if (options.output === undefined) terminal.write(text);
  // What was said in a team is nobody else's business.
  else await writeFile(options.output, text, { mode: 0o600 }).catch((error: Error) => refuse(options.output, error));
  return sayDamage(terminal, store, nameOf(found));
}

function formatOf({ format, output = '' }: ExportOptions): Format {
  if (format === 'markdown' || format === 'json') return format;
  if (format !== undefined) throw new UsageError(`There is no format "${format}". Use markdown or json.`);
  const byName = FORMATS[extname(output).toLowerCase()];
  if (byName !== undefined) return byName;
  throw new UsageError(`${output} does not say which format it has. Name it: -f markdown or -f json.`);
}

async function mayOverwrite(terminal: Terminal, output: string): Promise<void> {
  if (!existsSync(output)) return;
  const question = `${output} is there already. Overwrite it? [y/N] `;
  if (terminal.ask !== undefined && (await agrees(terminal.ask, question))) return;
  throw new UsageError(`${output} is there already, and was not touched. To overwrite it: --force`);
}

function refuse(output: string | undefined, error: Error): never {
  throw new UsageError(`${output} cannot be written: ${error.message}. Choose another place: -o FILE`);
}
