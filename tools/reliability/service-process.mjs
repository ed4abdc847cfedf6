// One replica: the shipped program as a separate process, started, killed and restarted on the same port.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, closeSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../free-port.mjs';
import { serviceArguments, serviceEnvironment } from '../setup/service-arguments.mjs';
import { send } from './http-call.mjs';
import { waitUntil } from './wait-until.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
/** The workspace's own Node, independent of the Node that runs this program. */
const node = join(root, 'node_modules/node/bin/node');
const program = process.env.RELIABILITY_SERVICE;

/** All running services, so that none remains after this process. */
const running = new Set();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/**
 * @typedef {object} ServiceOptions
 * @property {string} name name of its log file
 * @property {string} folder folder of its log
 * @property {string} dataDir
 * @property {Record<string, string>} env environment in addition to host, port and folder
 * @property {readonly string[]} [flags] options of Node in addition to those of `npm start`
 * @property {number} [descriptors] open files that the process may have; default: as many as this one
 */

export class ServiceProcess {
  /** @type {import('node:child_process').ChildProcess | undefined} */
  #child;
  #options;

  /**
   * @param {ServiceOptions} options
   * @param {number} port
   */
  constructor(options, port) {
    this.#options = options;
    this.url = `http://127.0.0.1:${port}`;
    this.port = port;
  }

  /**
   * Creates a replica with a fixed free port, without starting it.
   * @param {ServiceOptions} options
   */
  static async create(options) {
    mkdirSync(options.dataDir, { recursive: true });
    return new ServiceProcess(options, await freePort());
  }

  get pid() {
    return this.#child?.pid;
  }

  /** How the process ended by itself; `undefined` while it runs. */
  get exit() {
    const child = this.#child;
    if (child === undefined || (child.exitCode === null && child.signalCode === null)) return undefined;
    return child.signalCode ?? `code ${child.exitCode}`;
  }

  get logFile() {
    return join(this.#options.folder, `${this.#options.name}.log`);
  }

  /**
   * Starts the program and waits until it serves.
   * @param {{ timeoutMs?: number }} [limits] limits of the wait
   */
  async start(limits) {
    const { dataDir, env, flags = ['--enable-source-maps'], descriptors } = this.#options;
    const log = openSync(this.logFile, 'a');
    const command = [node, ...flags, ...serviceArguments(program)];
    const [file, ...args] =
      descriptors === undefined ? command : ['sh', '-c', `ulimit -n ${descriptors} && exec "$@"`, 'sh', ...command];
    const child = spawn(file, args, {
      env: {
        ...serviceEnvironment,
        PATH: process.env.PATH,
        HOST: '127.0.0.1',
        PORT: String(this.port),
        DATA_DIR: dataDir,
        ...env,
      },
      stdio: ['ignore', log, log],
    });
    closeSync(log);
    this.#child = child;
    running.add(child);
    child.once('exit', () => running.delete(child));
    await waitUntil(
      `start of ${this.#options.name}`,
      async () => {
        if (child.exitCode !== null)
          throw new Error(
            `the service ended with code ${child.exitCode}: ${readFileSync(this.logFile, 'utf8').slice(-2_000)}`,
          );
        return (await this.isReady()) || undefined;
      },
      limits,
    );
  }

  /** Whether the readiness endpoint reports ready. */
  async isReady() {
    const reply = await send({ url: this.url, path: '/health/ready', timeoutMs: 5_000 }).catch(() => undefined);
    return reply?.status === 200;
  }

  /** Sends `kill -9`, so that nothing is finished or flushed. */
  kill() {
    return this.#end('SIGKILL');
  }

  /** A stop as an operator asks for it. */
  stop() {
    return this.#end('SIGTERM');
  }

  /** Resident memory of the process, in megabytes. Linux only; 0 elsewhere. */
  residentMb() {
    return residentMb(this.pid);
  }

  async #end(signal) {
    const child = this.#child;
    this.#child = undefined;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exited = once(child, 'exit');
    child.kill(signal);
    await exited;
  }
}

/**
 * Resident memory of a process, in megabytes. Linux only; 0 elsewhere.
 * @param {number | undefined} pid
 */
export function residentMb(pid) {
  try {
    const line = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    return line === null ? 0 : Number(line[1]) / 1024;
  } catch {
    return 0;
  }
}
