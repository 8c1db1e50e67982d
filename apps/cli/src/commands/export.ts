import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { collectSession, exportJson, exportMarkdown } from '@ctx/team';
import type { EngineOptions } from '../engine/engine-options.ts';
import { findSession, nameOf, openSession } from '../sessions/find-session.ts';
import { reportDamage } from '../sessions/report-damage.ts';
import { agrees } from '../terminal/agrees.ts';
import { cannotWrite } from '../terminal/cannot-write.ts';
import { safeLine } from '../terminal/safe-text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../terminal/usage-error.ts';

/** The options of `ctx export`. */
export interface ExportOptions extends EngineOptions {
  readonly format?: string | undefined;
  /** Write to this file instead of standard output. */
  readonly output?: string | undefined;
  /** Overwrite an existing file without asking. */
  readonly force?: boolean | undefined;
}

type Format = 'markdown' | 'json';

/** The format by the ending of a file name, or as the person names it. */
const FORMATS = new Map<string, Format>([
  ['md', 'markdown'],
  ['markdown', 'markdown'],
  ['json', 'json'],
]);

/** Prints a session as Markdown or JSON, or writes it to a file. */
export async function exportSession(
  terminal: Terminal,
  session: string | undefined,
  options: ExportOptions,
): Promise<number> {
  const format = formatOf(options);
  const found = await findSession(session ?? 'last', options);
  if (options.output !== undefined && !options.force) await requireOverwrite(terminal, options.output);
  const store = await openSession(found);
  const isWritten = await store.isWritten?.();
  const collected = await collectSession(store.read(), isWritten);
  await store.close();
  const text = format === 'json' ? `${exportJson(collected).trimEnd()}\n` : exportMarkdown(collected);
  await writeOrPrint(terminal, text, options.output);
  return reportDamage(terminal, store, nameOf(found));
}

function formatOf({ format, output = '' }: ExportOptions): Format {
  const ending = extname(output).slice(1);
  if (format === undefined && ending === '') return 'markdown';
  const found = FORMATS.get((format ?? ending).toLowerCase());
  if (found !== undefined) return found;
  if (format !== undefined) throw new UsageError(`There is no format "${safeLine(format)}". Use markdown or json.`);
  throw new UsageError(`The name ${output} does not say which format to write. Add -f markdown or -f json.`);
}

async function requireOverwrite(terminal: Terminal, output: string): Promise<void> {
  if (!existsSync(output)) return;
  const question = `${output} already exists. Overwrite it? [y/N] `;
  if (terminal.ask !== undefined && (await agrees(terminal.ask, question))) return;
  throw new UsageError(`${output} already exists and was not changed. To overwrite it, add --force.`);
}

async function writeOrPrint(terminal: Terminal, text: string, output: string | undefined): Promise<void> {
  if (output === undefined) return terminal.write(text);
  try {
    // 0600: a team's conversation is private.
    await writeFile(output, text, { mode: 0o600 });
  } catch (error) {
    throw cannotWrite(output, error as Error, '-o FILE');
  }
  terminal.write(`Wrote ${safeLine(output)}\n`);
}
