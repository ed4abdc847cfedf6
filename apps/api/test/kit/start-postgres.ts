import { PostgresCluster } from '@org/engine/testing/postgres-cluster';
import { openPostgresStore } from '@org/engine/stores/postgres/postgres-store';
import { clusterVariable, started, templateDatabase } from './postgres-run.js';

/** Before the first test of a run over PostgreSQL. */
export default async function startPostgres(): Promise<void> {
  const cluster = await PostgresCluster.start({ fsync: false });
  await cluster.run(`CREATE DATABASE ${templateDatabase}`);
  const store = await openPostgresStore({ url: cluster.urlOf(templateDatabase) });
  await store.close();
  started.cluster = cluster;
  process.env[clusterVariable] = cluster.folder;
}
