// The one PostgreSQL of a test run, shared by all its workers.
import type { PostgresCluster } from '@org/engine/testing/postgres-cluster';

/** Tells the workers where it is. */
export const clusterVariable = 'TEST_POSTGRES_FOLDER';

/** A database with the newest schema and nothing in it. */
export const templateDatabase = 'fresh';

/** What the run's two hooks hand over. */
export const started: { cluster?: PostgresCluster } = {};
