// The program may open so many files and connections, and clients take more than that.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { eventually } from '../kit/eventually.js';
import { rawRequest } from '../kit/raw-request.js';

const program = fileURLToPath(new URL('../../dist/bundle/main.js', import.meta.url));
const max = 96;

let folder: string;
let child: ChildProcess | undefined;
let output: string;
let clients: Socket[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'descriptors-test-'));
  output = '';
  clients = [];
});
afterEach(async () => {
  for (const client of clients) client.destroy();
  if (child?.exitCode === null) child.kill('SIGKILL');
  child = undefined;
  await rm(folder, { recursive: true, force: true });
});

/** Log lines about file descriptors and connections. */
const logLines = (): object[] =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as { msg: string })
    .filter(({ msg }) => msg.includes('file descriptor') || msg.includes('onnections'));

/** `limits`: in service.yaml. */
async function start(limits = '{}'): Promise<number> {
  await writeFile(
    join(folder, 'service.yaml'),
    `models: [{ name: m, provider: { kind: chat-completions, baseUrl: "http://127.0.0.1:9/v1" } }]\nlimits: ${limits}`,
  );
  child = spawn('sh', ['-c', `ulimit -n ${max} && exec "$0" "$1"`, process.execPath, program], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', API_KEYS: 'a:test-key-of-an-operator' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout?.on('data', (data: Buffer) => (output += data.toString()));
  await eventually(() => output.includes('/v1/responses -H'), 30_000);
  return Number(/http:\/\/127\.0\.0\.1:(\d+)/.exec(output)?.[1]);
}

it('reports missing file descriptors as the reason of a failed start, whatever failed first', () => {
  const variables = { PATH: process.env['PATH'] ?? '', PORT: '0', API_KEYS: 'a:test-key-of-an-operator' };
  const run = spawnSync('sh', ['-c', 'ulimit -n 26 && exec "$0" "$1"', process.execPath, program], {
    cwd: folder,
    env: variables,
    encoding: 'utf8',
    timeout: 30_000,
  });
  expect(run.status).toBe(1);
  expect(run.stderr).toContain('This process can open only 26 files and connections at a time (ulimit -n)');
}, 60_000);

it('logs once that no descriptor is left and once that descriptors are available again', async () => {
  const port = await start('{ maxConnections: 1000 }');
  expect(logLines()).toMatchObject([{ level: 40, maxConnections: 1000, descriptors: max }]);
  clients = Array.from({ length: 2 * max }, () => connect(port, '127.0.0.1').on('error', () => undefined));
  await eventually(() => clients.some(({ closed }) => closed));
  await eventually(() => logLines().length > 1);
  // Long enough for the next check.
  await pause(2500);
  expect(logLines().slice(1)).toMatchObject([
    {
      level: 40,
      cause: 'EMFILE',
      msg: 'no file descriptor is left: the service closes connections without a response',
    },
  ]);
  for (const client of clients) client.destroy();
  await eventually(() => logLines().length === 3);
  expect(logLines()[2]).toMatchObject({ level: 30, msg: 'file descriptors are available again' });
}, 60_000);

it('serves health and requests while more silent connections arrive than it may have descriptors', async () => {
  const port = await start();
  const statuses = new Set<number>();
  for (let wave = 0; wave < 5; wave += 1) {
    clients.push(...Array.from({ length: 2 * max }, () => connect(port, '127.0.0.1').on('error', () => undefined)));
    for (const path of ['/health/live', '/v1/files']) {
      const lines = ['host: a', 'authorization: Bearer test-key-of-an-operator', 'connection: close'];
      const text = `GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`;
      statuses.add((await rawRequest(`http://127.0.0.1:${port}`, text)).status);
    }
  }
  expect([...statuses]).toEqual([200]);
  // The log is written some time after what it reports.
  await eventually(() => logLines().length > 0);
  expect(logLines()).toMatchObject([
    { level: 40, msg: 'connections have reached their limit: new ones replace idle ones, or serve only health' },
  ]);
}, 60_000);
