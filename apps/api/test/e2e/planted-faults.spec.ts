// Faults that an operator meets, planted into the real program: what it, its log and its clients report is read once.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { createServer as createHttpServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from '../kit/eventually.js';

const program = fileURLToPath(new URL('../../dist/bundle/main.js', import.meta.url));
const key = 'key-of-alice-0123456789';

interface Run {
  readonly child: ChildProcess;
  output: string;
  errors: string;
}

let folder: string;
const running: ChildProcess[] = [];
const servers: Server[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'planted-faults-'));
});
afterEach(async () => {
  for (const child of running.splice(0)) if (child.exitCode === null) child.kill('SIGKILL');
  for (const server of servers.splice(0)) server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Starts the program, with a limit for the size of its files in KiB if `maxFileKib` is set. */
function start(variables: Readonly<Record<string, string>>, maxFileKib?: number): Run {
  const [command, args] =
    maxFileKib === undefined
      ? [process.execPath, [program]]
      : ['bash', ['-c', `ulimit -f ${maxFileKib}; exec "$0" "$1"`, process.execPath, program]];
  const child = spawn(command, args, {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', API_KEYS: `alice:${key}`, ...variables },
  });
  running.push(child);
  const run: Run = { child, output: '', errors: '' };
  child.stdout?.on('data', (data: Buffer) => (run.output += data.toString()));
  child.stderr?.on('data', (data: Buffer) => (run.errors += data.toString()));
  return run;
}

/** A port of loopback that `server` uses. */
async function portOf(server: Server): Promise<number> {
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** A port that nothing uses. */
async function freePort(): Promise<number> {
  const server = createServer();
  const port = await portOf(server);
  server.close();
  await once(server, 'close');
  return port;
}

describe('a start that fails reports cause and next step in one line', () => {
  it.each<[string, string | undefined, Readonly<Record<string, string>>, string]>([
    [
      'an unknown key in the settings',
      'models: [{ name: m, provider: { kind: llama, model: demo, slot: 1 } }]',
      {},
      '<folder>/service.yaml: models.0.provider.slot is not a known key; did you mean slots?',
    ],
    [
      'a broken line in the settings',
      'models:\n  - name: m\n   provider: x\n',
      {},
      '<folder>/service.yaml is not valid YAML: Sequence item without - indicator at line 3, column 1; correct it there',
    ],
    [
      'a file of settings that does not exist',
      undefined,
      { SERVICE_CONFIG: 'none.yaml' },
      'the configuration file <folder>/none.yaml cannot be read: no such file or directory (ENOENT); set SERVICE_CONFIG to a file that this user may read',
    ],
    [
      'a model file that does not exist',
      'models: [{ name: m, provider: { kind: llama, model: none.gguf } }]',
      {},
      '<folder>/service.yaml: models: the file <folder>/none.gguf of "m" cannot be read: no such file or directory (ENOENT); correct the path, or download a file with: npm run model -- pull hf:ORG/REPO/FILE.gguf',
    ],
    [
      'an upstream key that is not set',
      'models: [{ name: m, provider: { kind: responses, baseUrl: "http://127.0.0.1:1/v1", apiKeyEnv: UPSTREAM_KEY } }]',
      {},
      '<folder>/service.yaml: models: "m" reads its key from the environment variable UPSTREAM_KEY, which is not set; set it, or the path of its file in UPSTREAM_KEY_FILE',
    ],
    [
      'a database that does not run',
      undefined,
      { STORE_URL: 'postgres://me:secret@127.0.0.1:<free>/x', SERVER_SECRET: 's'.repeat(32) },
      'STORE_URL: PostgreSQL at 127.0.0.1:<free> cannot be opened: connection refused (ECONNREFUSED); start it, or correct host and port in STORE_URL',
    ],
    [
      'a port in use',
      undefined,
      { PORT: '<taken>' },
      'another program uses PORT <taken> of 127.0.0.1; set PORT to a free one',
    ],
  ])(
    '%s',
    async (_, settings, variables, line) => {
      const [taken, free] = [await portOf(createServer()), await freePort()];
      const fill = (text: string): string =>
        text.replaceAll('<taken>', String(taken)).replaceAll('<free>', String(free)).replaceAll('<folder>', folder);
      if (settings !== undefined) await writeFile(join(folder, 'service.yaml'), settings);
      const run = start(Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, fill(value)])));
      const [code] = (await once(run.child, 'close')) as [number];
      expect([code, run.errors]).toEqual([1, `${fill(line)}\n`]);
    },
    60_000,
  );
});

describe('a request that fails', () => {
  it('has an error for its client, and reason and next step in the log', async () => {
    const upstream = createHttpServer((request, response) => {
      const status = Number(/^\/(\d{3})\//.exec(request.url ?? '')?.[1]);
      request.resume();
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message: 'private words of the upstream', type: 'error' } }));
    });
    const [port, free] = [await portOf(upstream), await freePort()];
    const modelAt = (name: string, baseUrl: string): object => ({
      name,
      provider: { kind: 'chat-completions', profile: 'generic', retries: 0, baseUrl },
    });
    await writeFile(
      join(folder, 'service.yaml'),
      JSON.stringify({
        models: [
          modelAt('wrong-key', `http://127.0.0.1:${port}/401/v1`),
          modelAt('no-money', `http://127.0.0.1:${port}/402/v1`),
          modelAt('wrong-url', `http://127.0.0.1:${port}/404/v1`),
          modelAt('broken', `http://127.0.0.1:${port}/500/v1`),
          modelAt('down', `http://127.0.0.1:${free}/v1`),
          { name: 'demo', provider: { kind: 'llama', model: 'demo' } },
        ],
      }),
    );
    const run = start({}, 1_500);
    const address = (): string | undefined => /^ {2}address {2}(\S+)$/m.exec(run.output)?.[1];
    await eventually(() => address() !== undefined || run.child.exitCode !== null, 60_000);
    const url = address() ?? '';
    const authorization = `Bearer ${key}`;
    const post = async (
      path: string,
      body: string | FormData,
    ): Promise<{ status: number; id: string; message: unknown }> => {
      const response = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: { authorization, ...(typeof body === 'string' && { 'content-type': 'application/json' }) },
        body,
      });
      const { error } = (await response.json()) as { error: { message: string } };
      return { status: response.status, id: response.headers.get('request-id') ?? '', message: error.message };
    };
    const upload = new FormData();
    upload.set('purpose', 'user_data');
    upload.set('file', new Blob([new Uint8Array(3_000_000)]), 'large.bin');
    const toModel = (model: string): Promise<{ status: number; id: string; message: unknown }> =>
      post('/v1/responses', JSON.stringify({ model, input: 'Hi', store: false }));
    const asked = [
      await toModel('wrong-key'),
      await toModel('no-money'),
      await toModel('wrong-url'),
      await toModel('broken'),
      await toModel('down'),
      await toModel('unknown'),
      await post('/v1/files', upload),
    ];
    const lines = (): readonly Record<string, unknown>[] =>
      run.output
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    const lineOf = (id: string): Record<string, unknown> | undefined =>
      lines().find(({ requestId }) => requestId === id);
    await eventually(() => asked.every(({ id }) => lineOf(id) !== undefined), 10_000);
    const found = asked.map(({ status, id, message }) => {
      const { error, reason, fix } = lineOf(id) ?? {};
      return { status, message, error, reason, fix };
    });
    expect(found).toEqual([
      {
        status: 502,
        message: "The upstream rejected the service's own credentials.",
        error: 'upstream-failed',
        reason: "The upstream rejected the service's own credentials.",
        fix: 'Check the key in the variable that apiKeyEnv of the model names.',
      },
      {
        status: 429,
        message: "The quota of the service's own account at the upstream is exhausted.",
        error: 'rate-limited',
        reason: "The quota of the service's own account at the upstream is exhausted.",
        fix: "Check the account of the model's key at the upstream.",
      },
      {
        status: 502,
        message: 'The upstream does not know the model or the URL that is configured for it.',
        error: 'upstream-failed',
        reason: 'The upstream does not know the model or the URL that is configured for it.',
        fix: 'Check baseUrl and model of the provider in service.yaml.',
      },
      {
        status: 502,
        message: 'The upstream failed.',
        error: 'upstream-failed',
        reason: 'The upstream failed.',
        fix: 'Read the log of the upstream at this time.',
      },
      {
        status: 502,
        message: 'The service could not reach the upstream.',
        error: 'upstream-failed',
        reason: 'The service could not reach the upstream.',
        fix: 'Check that the upstream runs, and the host and port in baseUrl of the model.',
      },
      {
        status: 404,
        message: 'The model "unknown" does not exist. Models: wrong-key, no-money, wrong-url, broken, down, demo.',
        error: 'unknown-model',
        reason: 'The model "…" does not exist. Models: wrong-key, no-money, wrong-url, broken, down, demo.',
        fix: 'Correct the name in the client, or add the model to service.yaml and send SIGHUP.',
      },
      {
        status: 500,
        message: 'The disk failed to read or write: nothing was stored.',
        error: 'internal',
        reason: 'The disk failed to read or write: nothing was stored.',
        fix: 'Check the disk of DATA_DIR or STORE_URL, and restore a backup if it is damaged.',
      },
    ]);
    expect(run.output).not.toContain('private words');
  }, 120_000);
});
