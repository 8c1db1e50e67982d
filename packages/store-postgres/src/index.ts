export { redactUrl } from './database/connection-url.ts';
export type { Database, QueryOptions, Row } from './database/database.ts';
export { isBrokenConnection } from './database/database-failure.ts';
export { type DatabaseOptions, openDatabase } from './database/open-database.ts';
export { createRoles, type RoleNames, rolesSql } from './schema/roles.ts';
export { readSchemaVersion, requireSchema, SCHEMA_VERSION } from './schema/schema-version.ts';
export { type SetUpResult, setUpDatabase } from './schema/set-up-database.ts';
export { createPostgresCatalog, type PostgresCatalogOptions } from './session/postgres-catalog.ts';
export { createPostgresStore, type PostgresStoreOptions } from './session/postgres-store.ts';
export {
  type CoordinatorTurns,
  createCoordinatorTurns,
  type TurnNews,
  type TurnProgress,
} from './turns/coordinator-turns.ts';
export { formatKey, parseKey, type TurnKey, turnKey } from './turns/turn-key.ts';
export {
  type ClaimedTurn,
  createWorkerTurns,
  type TurnBeat,
  type TurnTicket,
  type WorkerTurns,
} from './turns/worker-turns.ts';
