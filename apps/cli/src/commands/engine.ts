import { type EngineOptions, engineAddress } from '../engine/engine-options.ts';
import { loadEnginePackages } from '../engine/load-engine-packages.ts';
import { EXIT } from '../terminal/describe-error.ts';
import { safeLine } from '../terminal/safe-text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../terminal/usage-error.ts';

/** What `ctx engine` takes. */
export interface EngineCommandOptions extends EngineOptions {
  /** With `setup`: make the two roles as well. */
  readonly roles?: boolean | undefined;
}

/** Prepares a database: `setup` makes the tables or brings them up to date, `roles` prints the SQL of the two roles. */
export async function engine(terminal: Terminal, action: string, options: EngineCommandOptions): Promise<number> {
  if (action !== 'setup' && action !== 'roles') {
    throw new UsageError(`There is no "ctx engine ${action}". Use setup or roles.`);
  }
  const { store, executor } = await loadEnginePackages();
  if (action === 'roles') {
    terminal.write(store.rolesSql());
    return EXIT.done;
  }
  const address = engineAddress(options);
  if (address === undefined) throw new UsageError('Say which database: --engine postgres://… or CTX_ENGINE');
  const database = store.openDatabase({ url: address.engine, retryMs: 15_000 });
  try {
    const { from, to } = await store.setUpDatabase(database);
    // Also where the queue is in Redis: it costs nothing, and lets one change one's mind.
    await executor.setUpQueue(database);
    if (options.roles === true) await store.createRoles(database);
    const done =
      from === to ? `is up to date (schema ${to})` : `has schema ${to} now${from === 0 ? '' : `, before ${from}`}`;
    terminal.write(`${safeLine(database.name)} ${done}${options.roles === true ? '; roles made' : ''}\n`);
    return EXIT.done;
  } finally {
    await database.close();
  }
}
