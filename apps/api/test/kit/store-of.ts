// The store of a test service: a SQLite file in its folder, or a database that belongs to the folder.
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { postgresOfRun } from '@org/stores/testing';
import type { StoreLocation } from '#src/config/service-config.js';
import { templateDatabase } from './start-postgres.js';

/** Set by jest.config.mjs for the run over PostgreSQL. */
declare global {
  var storeUnderTest: 'postgres' | undefined;
}

/** Databases of this worker by their folder, and unused databases. */
const used = new Map<string, string>();
const free: string[] = [];

/** The same for every service with this folder. */
export async function storeOf(dataDir: string): Promise<StoreLocation> {
  if (globalThis.storeUnderTest !== 'postgres') return { kind: 'sqlite', path: join(dataDir, 'service.db') };
  const database = used.get(dataDir) ?? free.pop() ?? (await newDatabase());
  used.set(dataDir, database);
  return { kind: 'postgres', url: postgresOfRun().urlOf(database) };
}

/** Removes the store of a folder; call it when no service uses the folder any more. */
export async function removeStoreOf(dataDir: string): Promise<void> {
  const database = used.get(dataDir);
  if (database === undefined) return;
  used.delete(dataDir);
  await postgresOfRun().empty(database);
  free.push(database);
}

async function newDatabase(): Promise<string> {
  const name = `t${randomBytes(10).toString('hex')}`;
  await postgresOfRun().run(`CREATE DATABASE ${name} TEMPLATE ${templateDatabase} STRATEGY FILE_COPY`);
  return name;
}
