import { UsageError } from '../terminal/usage-error.ts';

/** What the command line says about an engine. */
export interface EngineOptions {
  /** `postgres://…`; default the variable `CTX_ENGINE`. */
  readonly engine?: string | undefined;
  /** `redis://…`, where the queue is not in the Postgres; default the variable `CTX_QUEUE`. */
  readonly queue?: string | undefined;
}

/** Where an engine is. */
export interface EngineAddress {
  readonly engine: string;
  readonly queue?: string | undefined;
}

/**
 * The engine that was asked for, on the command line or in the environment; missing when none was.
 * @throws UsageError for addresses of something else. Passwords are not shown.
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

function requireAddress(address: string, scheme: RegExp, flag: string, example: string): void {
  if (scheme.test(address) && URL.canParse(address)) return;
  throw new UsageError(`${flag} takes an address like ${example}; the one given is not.`);
}
