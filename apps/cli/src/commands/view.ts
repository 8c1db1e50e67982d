import type { Inspector } from '@ctx/inspector';
import { followLive } from '@ctx/team';
import { appAssemblers } from '../conversation/app-context.ts';
import type { EngineOptions } from '../engine/engine-options.ts';
import { catalogOf, type FoundSession, findSession, sessionPlace } from '../sessions/find-session.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { listenForInterruption } from '../terminal/interruption.ts';
import { openBrowser } from '../terminal/open-browser.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { untilAborted } from '../terminal/until-aborted.ts';
import { UsageError } from '../terminal/usage-error.ts';

/** The options of `ctx view`. */
export interface ViewOptions extends EngineOptions {
  /** False: print the address without opening a browser. */
  readonly open?: boolean | undefined;
  readonly port?: number | undefined;
  readonly host?: string | undefined;
}

/** Shows the sessions of this folder in the browser until Ctrl-C. Reads only `.ctx/` and writes nothing. */
export async function view(terminal: Terminal, wanted: string | undefined, options: ViewOptions): Promise<number> {
  const { open = true, port, host } = options;
  const { sessionId, directory, engine } =
    wanted === undefined ? await latest(options) : await findSession(wanted, options);
  const { createInspector, isLoopback } = await import('@ctx/inspector');
  const interruption = listenForInterruption();
  let inspector: Inspector;
  try {
    inspector = await createInspector({
      catalog: catalogOf({ directory, engine }),
      rebuild: { assemblers: appAssemblers() },
      live: engine === undefined ? (id, signal) => followLive(id, signal, { directory }) : undefined,
      sessionId,
      port,
      host,
    });
  } catch (error) {
    interruption.dispose();
    throw cannotListen(error, port, host);
  }
  if (host !== undefined && !isLoopback(host)) {
    terminal.complain(
      `ctx: Anyone who can reach ${host} and has this address can read all sessions here, unencrypted. Leave out --host to allow only this machine.`,
    );
  }
  if (sessionId === undefined) terminal.write('There are no sessions yet; the page shows them when they appear.\n');
  const page = open ? await openBrowser(inspector.url) : undefined;
  const { colors } = terminal;
  terminal.write(`${colors.bold('Inspector')}  ${inspector.url}\n`);
  const advice = open && page === undefined ? 'No browser could be opened: open this address yourself. ' : '';
  terminal.write(`${colors.dim(`${advice}Press Ctrl-C to stop.`)}\n`);
  await untilAborted([interruption.signal, terminal.gone]);
  await page?.dispose();
  await inspector.close();
  interruption.dispose();
  return EXIT.done;
}

async function latest(
  options: EngineOptions,
): Promise<Omit<FoundSession, 'sessionId'> & { readonly sessionId?: string | undefined }> {
  const { directory, catalog, engine } = await sessionPlace(options);
  const [newest] = await catalog.list({ limit: 1 });
  return { sessionId: newest?.sessionId, directory, engine };
}

function cannotListen(error: unknown, port: number | undefined, host: string | undefined): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') return new UsageError(`Port ${port} is in use. Choose another one, or leave out --port.`);
  if (code === 'EACCES') return new UsageError(`This user may not use port ${port}. Choose one above 1023.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return new UsageError(`This machine has no address ${host}.`);
  return error;
}
