import { openPostgresStore } from '@org/stores';
import { startPostgresOfRun } from '@org/stores/testing';

/** An empty database with the current schema. */
export const templateDatabase = 'fresh';

/** Before the first test of a run over PostgreSQL. */
export default async function startPostgres(): Promise<void> {
  const cluster = await startPostgresOfRun();
  await cluster.run(`CREATE DATABASE ${templateDatabase}`);
  const store = await openPostgresStore({ url: cluster.urlOf(templateDatabase) });
  await store.close();
}
