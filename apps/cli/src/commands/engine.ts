import { type EngineOptions, requireEngineAddress } from '../engine/engine-options.ts';
import { loadEnginePackages } from '../engine/load-engine-packages.ts';
import { EXIT } from '../terminal/exit-codes.ts';
import { safeLine } from '../terminal/safe-text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../terminal/usage-error.ts';

/** The options of `ctx engine`. */
export interface EngineCommandOptions extends EngineOptions {
  /** With `setup`: create the two database roles as well. */
  readonly roles?: boolean | undefined;
}

/** Sets up a database: `setup` creates or updates the tables, `roles` prints the SQL that creates the two roles. */
export async function engine(terminal: Terminal, action: string, options: EngineCommandOptions): Promise<number> {
  if (action !== 'setup' && action !== 'roles') {
    throw new UsageError(`There is no command "ctx engine ${action}". Use setup or roles.`);
  }
  const { store, executor } = await loadEnginePackages();
  if (action === 'roles') {
    terminal.write(store.rolesSql());
    return EXIT.done;
  }
  const address = requireEngineAddress(options);
  const database = store.openDatabase({ url: address.engine, retryMs: 15_000 });
  try {
    const { from, to } = await store.setUpDatabase(database);
    // Also if the queue is in Redis: an unused table costs nothing, and the queue can be moved to Postgres later.
    await executor.setUpQueue(database);
    if (options.roles === true) await store.createRoles(database);
    const roles = options.roles === true ? '; roles created' : '';
    terminal.write(`${safeLine(database.name)} ${describeSchema(from, to)}${roles}\n`);
    return EXIT.done;
  } finally {
    await database.close();
  }
}

// `from` is 0 for a database without tables.
function describeSchema(from: number, to: number): string {
  if (from === to) return `is up to date (schema ${to})`;
  return from === 0 ? `now has schema ${to}` : `now has schema ${to} (before: ${from})`;
}
