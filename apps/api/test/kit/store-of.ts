// Where a service of a test keeps what it keeps: a SQLite file in its folder, or a database that belongs to the folder.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { PostgresCluster } from '@org/engine/testing/postgres-cluster';
import type { StoreLocation } from '#src/config/service-config.js';
import { clusterVariable, templateDatabase } from './postgres-run.js';

/** Set by jest.config.mjs for the run over PostgreSQL. */
declare global {
  var storeUnderTest: 'postgres' | undefined;
}

/** Databases of this worker by the folder that they belong to, and those that nobody uses. */
const used = new Map<string, string>();
const free: string[] = [];

const empty = `DO $$ BEGIN
  EXECUTE (SELECT 'TRUNCATE ' || string_agg(quote_ident(tablename), ', ') || ' RESTART IDENTITY CASCADE'
           FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'schema_version');
END $$`;

function cluster(): PostgresCluster {
  return PostgresCluster.attach(process.env[clusterVariable] ?? '');
}

/** The same for every service with this folder. */
export async function storeOf(dataDir: string): Promise<StoreLocation> {
  if (globalThis.storeUnderTest !== 'postgres') return { kind: 'sqlite', path: join(dataDir, 'service.db') };
  const database = used.get(dataDir) ?? free.pop() ?? (await newDatabase());
  used.set(dataDir, database);
  return { kind: 'postgres', url: cluster().urlOf(database) };
}

/** To be called when no service uses it any more. */
export async function removeStoreOf(dataDir: string): Promise<void> {
  const database = used.get(dataDir);
  if (database === undefined) return;
  used.delete(dataDir);
  // Quicker than a new one.
  await cluster().run(empty, database);
  free.push(database);
}

async function newDatabase(): Promise<string> {
  const name = `t${randomBytes(10).toString('hex')}`;
  await cluster().run(`CREATE DATABASE ${name} TEMPLATE ${templateDatabase} STRATEGY FILE_COPY`);
  return name;
}
