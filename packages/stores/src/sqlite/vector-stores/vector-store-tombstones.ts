import type { SqliteConnection } from '../database/sqlite-connection.js';

/** Makes tombstones of expired vector stores, and deletes all. Ends early when `signal` aborts. */
export async function deleteExpiredVectorStores(
  connection: SqliteConnection,
  now: number,
  signal?: AbortSignal,
): Promise<void> {
  const stopped = (): boolean => signal?.aborted === true;
  while (!stopped() && (await connection.write('hideExpiredVectorStores', now)) > 0);
  await deleteVectorStoreTombstones(connection, signal);
}

/** Deletes the rest of vector stores and of their files, batch by batch. Ends early when `signal` aborts. */
export async function deleteVectorStoreTombstones(connection: SqliteConnection, signal?: AbortSignal): Promise<void> {
  while (await connection.write('deleteVectorStoreBatch')) if (signal?.aborted === true) return;
  while (await connection.write('deleteVectorStoreTombstones')) if (signal?.aborted === true) return;
}
