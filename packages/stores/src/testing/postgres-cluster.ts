import { unlimitedMemory } from '@org/engine/storage';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { fixedClock, type StoreLocation } from '@org/engine/testing';
import { openPostgresStore, type PostgresOptions } from '../postgres/postgres-store.js';
import { defaultMaxBytesRead } from '../shared/require-readable.js';
import { copyPostgres } from './postgres-binaries.js';

/** The user that runs PostgreSQL. PostgreSQL rejects root; every system has `nobody`. */
interface User {
  readonly uid?: number;
  readonly gid?: number;
}

function unprivilegedUser(): User {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string): number => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** A real PostgreSQL server in a temporary folder, reached over a socket in it. Works for root and for anybody else. */
export class PostgresCluster {
  #server: ChildProcess | undefined;
  /** Emptied databases of disposed locations. */
  readonly #spareDatabases: string[] = [];

  private constructor(
    readonly folder: string,
    private readonly programs: string,
    private readonly user: User,
    private readonly settings: readonly string[],
  ) {}

  /** `fsync: false` is faster, for tests without crashes. The server analyzes tables only when a test tells it to. */
  static async start({ fsync }: { fsync: boolean }): Promise<PostgresCluster> {
    const folder = mkdtempSync(join(tmpdir(), 'pg-'));
    chmodSync(folder, 0o755);
    const user = unprivilegedUser();
    const programs = copyPostgres(folder);
    for (const own of ['data', 'socket']) {
      mkdirSync(join(folder, own), { mode: 0o700 });
      if (user.uid !== undefined && user.gid !== undefined) chownSync(join(folder, own), user.uid, user.gid);
    }
    const options = [
      '--pgdata',
      join(folder, 'data'),
      '--username',
      'service',
      '--auth',
      'trust',
      '--encoding',
      'UTF8',
      '--no-locale',
      '--no-sync',
    ];
    execFileSync(join(programs, 'initdb'), options, { ...user, cwd: '/', stdio: 'pipe' });
    const cluster = new PostgresCluster(folder, programs, user, [
      '-c',
      `fsync=${fsync ? 'on' : 'off'}`,
      '-c',
      'autovacuum=off',
    ]);
    await cluster.startServer();
    return cluster;
  }

  /** The cluster in this folder, which another process started and will stop. */
  static attach(folder: string): PostgresCluster {
    return new PostgresCluster(folder, join(folder, 'native', 'bin'), {}, []);
  }

  async startServer(): Promise<void> {
    const server = spawn(
      join(this.programs, 'postgres'),
      [
        '-D',
        join(this.folder, 'data'),
        '-k',
        join(this.folder, 'socket'),
        '-c',
        'listen_addresses=',
        '-c',
        'max_connections=200',
        ...this.settings,
      ],
      {
        ...this.user,
        cwd: '/',
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    );
    this.#server = server;
    let log = '';
    await new Promise<void>((resolve, reject) => {
      server.stderr.setEncoding('utf8').on('data', (text: string) => {
        log = (log + text).slice(-4_000);
        if (/ready to accept (?:read-only )?connections/.test(log)) resolve();
      });
      server.once('close', () => reject(new Error(`PostgreSQL did not start: ${log}`)));
    });
  }

  /**
   * `SIGQUIT` is PostgreSQL's immediate stop: no checkpoint, recovery at the next start. `SIGINT` is a fast, clean
   * one.
   */
  async stopServer(signal: 'SIGQUIT' | 'SIGINT'): Promise<void> {
    const server = this.#server;
    if (server === undefined) return;
    this.#server = undefined;
    server.kill(signal);
    await once(server, 'close');
  }

  async dispose(): Promise<void> {
    await this.stopServer('SIGINT');
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** A new, empty database. `port` names another socket in the same folder, such as that of a proxy. */
  async newDatabase(definition = ''): Promise<string> {
    // Other workers may share the server.
    const name = `db${randomBytes(10).toString('hex')}`;
    await this.run(`CREATE DATABASE ${name} ${definition}`);
    return name;
  }

  urlOf(database: string, port = 5432): string {
    return `postgres://service@${encodeURIComponent(join(this.folder, 'socket'))}:${port}/${database}`;
  }

  socketOf(port = 5432): string {
    return join(this.folder, 'socket', `.s.PGSQL.${port}`);
  }

  async run(sql: string, database = 'postgres'): Promise<readonly Record<string, unknown>[]> {
    const client = new Client({ connectionString: this.urlOf(database) });
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  /** Terminates the connections to a database and removes everything but its schema: a fifth of the work of a new one. */
  async empty(database: string): Promise<void> {
    await this.run(emptying, database);
  }

  /** An empty database as a location for stores. A later location reuses it, emptied. */
  async newLocation(optionsOf: (opened: number) => Partial<PostgresOptions> = () => ({})): Promise<StoreLocation> {
    const database = this.#spareDatabases.pop() ?? (await this.newDatabase());
    let opened = 0;
    return {
      open: (clock = fixedClock, maxBytesRead = defaultMaxBytesRead, memory = unlimitedMemory) =>
        openPostgresStore({
          url: this.urlOf(database),
          connections: 4,
          clock,
          maxBytesRead,
          memory,
          ...optionsOf(opened++),
        }),
      dispose: async () => {
        await this.empty(database);
        this.#spareDatabases.push(database);
      },
    };
  }
}

/** Truncates only tables with rows: each truncated table and index gets new files. */
const emptying = `DO $$
DECLARE
  name text;
  filled boolean;
  all_filled text[] := '{}';
BEGIN
  PERFORM pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid();
  FOR name IN SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'schema_version' LOOP
    EXECUTE 'SELECT EXISTS (SELECT FROM ' || name || ')' INTO filled;
    IF filled THEN all_filled := all_filled || name; END IF;
  END LOOP;
  IF all_filled <> '{}' THEN EXECUTE 'TRUNCATE ' || array_to_string(all_filled, ', ') || ' CASCADE'; END IF;
  PERFORM setval(format('%I.%I', schemaname, sequencename), start_value, false) FROM pg_sequences WHERE schemaname = 'public' AND last_value IS NOT NULL;
END $$`;
