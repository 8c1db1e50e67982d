import { UsageError } from '../terminal/usage-error.ts';

/** The command line's options for an engine: a database that several machines share. */
export interface EngineOptions {
  /** `postgres://…`; default the variable `CTX_ENGINE`. */
  readonly engine?: string | undefined;
  /** `redis://…` if the queue is not in Postgres; default the variable `CTX_QUEUE`. */
  readonly queue?: string | undefined;
}

/** The addresses of an engine. */
export interface EngineAddress {
  readonly engine: string;
  readonly queue?: string | undefined;
}

/**
 * Returns the engine given on the command line or in the environment, or undefined if there is none.
 * @throws UsageError for an address of another kind. The message never shows a password.
 */
export function engineAddress(
  { engine, queue }: EngineOptions,
  env: NodeJS.ProcessEnv = process.env,
): EngineAddress | undefined {
  const address = engine ?? (env['CTX_ENGINE'] || undefined);
  if (address === undefined) return undefined;
  requireAddress(address, /^postgres(ql)?:\/\//, '--engine', 'postgres://user:password@host:5432/database');
  const queueAddress = queue ?? (env['CTX_QUEUE'] || undefined);
  if (queueAddress !== undefined) {
    requireAddress(queueAddress, /^rediss?:\/\//, '--queue', 'redis://host:6379');
  }
  return { engine: address, queue: queueAddress };
}

/**
 * Does the same for a command that cannot work without an engine.
 * @throws UsageError also if there is none.
 */
export function requireEngineAddress(options: EngineOptions): EngineAddress {
  const address = engineAddress(options);
  if (address !== undefined) return address;
  throw new UsageError('No database is given. Pass --engine postgres://… or set CTX_ENGINE.');
}

function requireAddress(address: string, scheme: RegExp, flag: string, example: string): void {
  if (scheme.test(address) && URL.canParse(address)) return;
  throw new UsageError(`${flag} takes an address like ${example}, and got another kind of address.`);
}
