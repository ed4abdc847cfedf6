// The processes of a run: the upstream, the plain translation and the service, each pinned to its core.
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../free-port.mjs';
import { serviceArguments, serviceEnvironment } from '../../setup/service-arguments.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '../../..');
/** The workspace's own Node, independent of the Node that runs this program. */
const node = join(root, 'node_modules/node/bin/node');
const serviceProgram = process.env.BENCH_SERVICE;

const pinned = cpus().length > 1 && spawnSync('taskset', ['-V']).status === 0;
const loadCore = '0';
const systemCore = '1';

const benchKey = 'bench-key-of-the-load-test';
/** All running systems, so that none remains after this process. */
const running = new Set();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Files of this run. */
const folder = mkdtempSync(join(tmpdir(), 'bench-http-'));

/**
 * @typedef {object} System a server that responds in both dialects
 * @property {string} name
 * @property {URL} url
 * @property {string} key
 * @property {number | undefined} pid absent when its processor time cannot be measured
 * @property {() => Promise<void>} [stop] absent when this program did not start it
 */

/** Whether load and system have a core each. */
export const hasOwnCores = pinned;

/** Pins the load generator, which is this process, to its core. */
export function pinLoad() {
  if (pinned) spawnSync('taskset', ['-acp', loadCore, String(process.pid)]);
}

/** @param {string[]} args */
function start(core, args, { env = {}, stdout = 'pipe' } = {}) {
  const [command, ...rest] = [...(pinned ? ['taskset', '-c', core] : []), node, ...args];
  const child = spawn(command, rest, {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', stdout, 'inherit'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

async function portOf(child) {
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  return Number(line);
}

/** @param {number} port 0 selects a free port */
export async function startUpstream(port) {
  const child = start(loadCore, [join(here, 'fake-upstream.mjs'), String(port)]);
  return { pid: child.pid, port: await portOf(child) };
}

/** @returns {Promise<System>} */
export const startPlain = (upstreamPort) => startTranslation('plain', 'plain-translation.mjs', upstreamPort);

/** The same on the framework; for non-streaming responses. @returns {Promise<System>} */
export const startFramework = (upstreamPort) => startTranslation('framework', 'plain-framework.mjs', upstreamPort);

async function startTranslation(name, program, upstreamPort) {
  const child = start(systemCore, [join(here, program), `http://127.0.0.1:${upstreamPort}/v1`]);
  return {
    name,
    url: new URL(`http://127.0.0.1:${await portOf(child)}`),
    key: benchKey,
    pid: child.pid,
    stop: () => end(child),
  };
}

/** How the service is started, each time with the same folder: as `npm start` does it, its log thrown away. */
function startServiceProcess(upstreamPort, port, name) {
  const settings = join(folder, 'service.yaml');
  writeFileSync(
    settings,
    JSON.stringify({
      models: [
        { name: 'bench', provider: { kind: 'chat-completions', baseUrl: `http://127.0.0.1:${upstreamPort}/v1` } },
      ],
    }),
  );
  const env = {
    ...serviceEnvironment,
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: join(folder, name),
    API_KEYS: `bench:${benchKey}`,
    SERVICE_CONFIG: settings,
  };
  return start(systemCore, serviceArguments(serviceProgram), { env, stdout: openSync('/dev/null', 'a') });
}

/** @returns {Promise<System>} */
export async function startService(upstreamPort) {
  const port = await freePort();
  const child = startServiceProcess(upstreamPort, port, 'data');
  const system = {
    name: 'service',
    url: new URL(`http://127.0.0.1:${port}`),
    key: benchKey,
    pid: child.pid,
    stop: () => end(child),
  };
  await untilListening(port);
  return system;
}

/** A process that is started only to measure its startup time. */
export async function startCold(kind, upstreamPort) {
  const port = await freePort();
  const startedAt = performance.now();
  const child =
    kind === 'service'
      ? startServiceProcess(upstreamPort, port, 'cold')
      : start(systemCore, [join(here, 'empty-nest.mjs'), String(port)], { stdout: 'ignore' });
  return { url: new URL(`http://127.0.0.1:${port}`), key: benchKey, startedAt, stop: () => end(child) };
}

async function end(child) {
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}

const timeoutMs = 30_000;

/** Resolves once `port` accepts a connection; rejects after a timeout. */
async function untilListening(port) {
  const until = performance.now() + timeoutMs;
  while (performance.now() < until) {
    const taken = await new Promise((resolve) => {
      const socket = connect({ host: '127.0.0.1', port }, () => resolve(true));
      socket.on('error', () => resolve(false));
      socket.on('connect', () => socket.destroy());
    });
    if (taken) return;
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  throw new Error('the service did not start to listen; build it first: npx nx build @org/api');
}
