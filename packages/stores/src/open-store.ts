import type { Store } from '@org/engine/storage';
import type { PostgresOptions } from './postgres/postgres-store.js';
import type { SqliteOptions } from './sqlite/sqlite-store.js';

/** Opens the embedded store; its modules load on the first call. Rejects as {@link SqliteOptions} documents. */
export async function openSqliteStore(options: SqliteOptions): Promise<Store> {
  return await (await import('./sqlite/sqlite-store.js')).openSqliteStore(options);
}

/** Opens the shared store; `pg` loads on the first call. Rejects as {@link PostgresOptions} documents. */
export async function openPostgresStore(options: PostgresOptions): Promise<Store> {
  return await (await import('./postgres/postgres-store.js')).openPostgresStore(options);
}
