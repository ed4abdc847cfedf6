// The program itself, as an operator starts it.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from '../kit/eventually.js';

const program = fileURLToPath(new URL('../../dist/bundle/main.js', import.meta.url));

interface Run {
  readonly child: ChildProcess;
  output: string;
  errors: string;
  readonly exit: Promise<{ code: number | null; signal: string | null }>;
}

let folder: string;
const running: ChildProcess[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'program-test-'));
});
afterEach(async () => {
  for (const child of running.splice(0)) if (child.exitCode === null) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

function start(variables: Record<string, string> = {}, options: string[] = []): Run {
  const child = spawn(process.execPath, [program, ...options], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', ...variables },
  });
  running.push(child);
  const run: Run = {
    child,
    output: '',
    errors: '',
    exit: new Promise((resolve) => child.on('close', (code, signal) => resolve({ code, signal }))),
  };
  child.stdout.on('data', (data: Buffer) => (run.output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (run.errors += data.toString()));
  return run;
}

const started = (run: Run): Promise<void> => eventually(() => run.output.includes('/v1/responses -H'));

/** Runs a line as it was printed. */
function paste(line: string, variables: Record<string, string> = {}): Promise<string> {
  return new Promise((resolve) => {
    const shell = spawn('sh', ['-c', line], { env: { PATH: process.env['PATH'] ?? '', ...variables } });
    let output = '';
    shell.stdout.on('data', (data: Buffer) => (output += data.toString()));
    shell.on('close', () => resolve(output));
  });
}

describe('the first start', () => {
  it('prints a key once with commands that work unchanged and stores only a hash', async () => {
    const run = start();
    await started(run);
    const key = /sk-org-\w+/.exec(run.output)?.[0] ?? '';
    const lines = run.output.split('\n').filter((line) => line.startsWith('curl '));
    expect(lines).toHaveLength(2);
    const responses = await Promise.all(lines.map((line) => paste(line)));
    expect(responses.map((response) => (JSON.parse(response) as { id: string }).id.split('_')[0])).toEqual([
      'msg',
      'resp',
    ]);
    expect((await stat(join(folder, 'data/server.key'))).mode & 0o777).toBe(0o600);
    run.child.kill('SIGINT');
    expect(await run.exit).toEqual({ code: 0, signal: null });
    expect(run.errors).toBe('');
    expect(key).not.toBe('');
    expect((await readFile(join(folder, 'data/service.db'), 'latin1')).includes(key)).toBe(false);

    const second = start();
    await started(second);
    expect(second.output).not.toMatch(/sk-org-/);
    const line = second.output.split('\n').find((text) => text.startsWith('curl ')) ?? '';
    expect(JSON.parse(await paste(line, { API_KEY: key }))).toHaveProperty('type', 'message');
    second.child.kill('SIGTERM');
    expect((await second.exit).code).toBe(0);
  }, 60_000);

  it('shows the key although an earlier start found its port in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const refused = start({ PORT: String((other.address() as AddressInfo).port) });
    expect((await refused.exit).code).toBe(1);
    expect(refused.errors).toMatch(/^another program uses PORT \d+ of 127\.0\.0\.1/);
    other.close();
    const run = start();
    await started(run);
    const line = run.output.split('\n').find((text) => text.startsWith('curl ')) ?? '';
    expect(JSON.parse(await paste(line))).toHaveProperty('type', 'message');
    run.child.kill('SIGINT');
    await run.exit;
  }, 60_000);

  it('creates another key on request while a service runs', async () => {
    const run = start();
    await started(run);
    const other = start({}, ['key', 'new', 'second']);
    expect((await other.exit).code).toBe(0);
    const line = (run.output.split('\n').find((text) => text.startsWith('curl ')) ?? '').replace(
      /sk-org-\w+/,
      '$API_KEY',
    );
    expect(JSON.parse(await paste(line, { API_KEY: other.output.trim() }))).toHaveProperty('type', 'message');
    run.child.kill('SIGINT');
    await run.exit;
  }, 60_000);
});

describe('help', () => {
  it.each([
    [['--help'], /^Without a command the program starts the service.*\n {2}key .*--version/s],
    [['chat', '--help'], /^chat \[--url URL\]/],
    [['key', '--help'], /^key, one of:\n {2}new NAME/],
    [['key', 'new', '-h'], /^key, one of:\n {2}new NAME/],
    [['erase', '--help'], /^erase OWNER \[--dry-run\]/],
    [['model', '--help'], /^model, one of:\n {2}pull hf:/],
    [['--version'], /^\d+\.\d+\.\d+\n$/],
  ])(
    'is printed on request with any settings: %j',
    async (args, text) => {
      const run = start({ PORT: 'x' }, args);
      expect([(await run.exit).code, run.errors]).toEqual([0, '']);
      expect(run.output).toMatch(text);
    },
    20_000,
  );

  it('is suggested for an unknown argument', async () => {
    const run = start({}, ['serve']);
    expect((await run.exit).code).toBe(1);
    expect(run.errors).toBe(
      'serve is neither a command, an option nor a model; --help lists the commands, models are paths (./my.gguf) or hf:ORG/REPO, and settings such as PORT are environment variables\n',
    );
  }, 20_000);
});

it('writes readable lines with LOG_FORMAT=text, and JSON where standard output is no terminal', async () => {
  const [text, json] = [start({ LOG_FORMAT: 'text' }), start({ DATA_DIR: 'other' })];
  await Promise.all([started(text), started(json)]);
  await eventually(() => text.output.includes('started') && json.output.includes('"started"'));
  expect(text.output).toMatch(
    /^\d\d:\d\d:\d\d\.\d{3} INFO {2}started version=\S+ url=http:\/\/127\.0\.0\.1:\d+ tools=\["file-search"\]$/m,
  );
  expect(text.output).not.toMatch(/^\{/m);
  expect(json.output).toMatch(/^\{"level":30,.*"msg":"started"\}$/m);
}, 60_000);

it('logs a warning about a suspicious setting without its value', async () => {
  const run = start({ STORE_KEY: 'a:hunter2', API_KEYS: 'alice:hunter2', HOST: '0.0.0.0' });
  await started(run);
  // The program writes the log in chunks, but lines for people at once.
  await eventually(() => run.output.includes('"msg":"started"'));
  expect(run.output).toContain('"msg":"environment: STORE_KEY is set, but is not a setting; did you mean STORE_KEYS?"');
  expect(run.output).toContain('"msg":"API_KEYS: the key of \\"alice\\" has 7 characters');
  expect(run.output).not.toContain('hunter2');
  run.child.kill('SIGINT');
  await run.exit;
}, 60_000);

describe('the keys in the store', () => {
  const run = async (...args: string[]): Promise<string> => {
    const command = start({}, ['key', ...args]);
    expect([(await command.exit).code, command.errors]).toEqual([0, '']);
    return command.output.trim();
  };

  it('are created, listed, rotated and revoked while a service runs, which applies changes within seconds', async () => {
    const first = await run('new', 'ops');
    // An existing key is explicit enough for a publicly reachable host.
    const service = start({ HOST: '0.0.0.0' });
    await started(service);
    expect(service.output).not.toContain('sk-org-');
    const port = /http:\/\/0\.0\.0\.0:(\d+)/.exec(service.output)?.[1] ?? '';
    const status = async (key: string): Promise<number> =>
      (await fetch(`http://127.0.0.1:${port}/v1/models`, { headers: { authorization: `Bearer ${key}` } })).status;
    const becomes = async (key: string, expected: number): Promise<void> => {
      for (const end = performance.now() + 10_000; (await status(key)) !== expected;) {
        if (performance.now() > end) throw new Error(`the key does not become ${expected}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    expect(await status(first)).toBe(200);
    const [id = ''] = (await run('list')).split('\n')[1]?.split(' ') ?? [];
    const second = await run('rotate', id, '--hours', '1');
    expect([await status(first), await status(second)]).toEqual([200, 200]);
    expect(await run('revoke', id)).toBe(`${id} is revoked`);
    await becomes(first, 401);
    expect(await status(second)).toBe(200);
    const listed = await run('list');
    expect(listed).toMatch(/ops +default/);
    for (const secret of [first, second]) {
      expect(listed).not.toContain(secret);
      expect(service.output + service.errors).not.toContain(secret);
    }
    service.child.kill('SIGINT');
    await service.exit;
  }, 60_000);

  it('are ignored with API_KEYS, which prevents the management of keys without effect', async () => {
    const refused = start({ API_KEYS: 'alice:secret' }, ['key', 'list']);
    expect((await refused.exit).code).toBe(1);
    expect(refused.errors).toMatch(/^API_KEYS is set/);
  });
});

/** Returns a currently unused port. */
function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

(existsSync('/dev/full') ? describe : describe.skip)('standard output on a disk that is full', () => {
  it('only adds log lines: the service responds and exits on a stop', async () => {
    const port = await freePort();
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [program], {
      cwd: folder,
      stdio: ['ignore', full, 'pipe'],
      env: { PATH: process.env['PATH'] ?? '', PORT: String(port), API_KEYS: 'alice:secret' },
    });
    closeSync(full);
    running.push(child);
    const exit = once(child, 'exit');
    let errors = '';
    child.stderr?.on('data', (data: Buffer) => (errors += data.toString()));
    await eventually(() => errors.includes('The service cannot write to standard output (ENOSPC)'));
    const ask = async (): Promise<number> =>
      (await fetch(`http://127.0.0.1:${port}/v1/models`, { headers: { authorization: 'Bearer secret' } })).status;
    expect(await ask()).toBe(200);
    await eventually(() => errors.includes('The service cannot write the log (ENOSPC)'));
    expect(await ask()).toBe(200);
    child.kill('SIGTERM');
    expect(await exit).toEqual([0, null]);
    expect(errors.trim().split('\n')).toEqual([
      expect.stringContaining('The service cannot write to standard output'),
      expect.stringContaining('The service cannot write the log'),
      expect.stringMatching(/^The service dropped the last lines of the log: [1-9]/),
    ]);
  }, 40_000);
});

describe('a start that cannot succeed exits with one sentence and a code', () => {
  it.each([
    [
      'a host that others reach, without keys',
      { HOST: '0.0.0.0' },
      /^other machines can reach HOST 0\.0\.0\.0; set API_KEYS/,
    ],
    ['an empty secret', { API_KEYS: 'alice:' }, /^API_KEYS entry 1 \("alice"\) has an empty key/],
    ['a wrong port', { PORT: 'x' }, /^environment: PORT must be/],
    [
      'a store in a place that is a file',
      { STORE_URL: 'sqlite:blocker/x.db' },
      /^STORE_URL: the database .*x\.db cannot be opened: .*\(E(EXIST|NOTDIR)\); set STORE_URL or DATA_DIR to a place that the service may write$/m,
    ],
    [
      'a data folder that is a file',
      { DATA_DIR: 'blocker' },
      /^DATA_DIR .*blocker cannot be created: file already exists \(EEXIST\); set DATA_DIR to a folder/,
    ],
    [
      'a PostgreSQL that does not respond, without its password',
      { STORE_URL: 'postgres://me:hunter2@127.0.0.1:1/x' },
      /^STORE_URL: PostgreSQL at 127\.0\.0\.1:1 cannot be opened: (?!.*hunter2).*; start it, or correct host and port in STORE_URL$/m,
    ],
    [
      'a file that there is not',
      { SERVICE_CONFIG: 'none.yaml' },
      /none\.yaml cannot be read: no such file or directory \(ENOENT\); set SERVICE_CONFIG to a file/,
    ],
  ])(
    '%s',
    async (_, variables, sentence) => {
      await writeFile(join(folder, 'blocker'), '');
      const run = start(variables as Record<string, string>);
      expect((await run.exit).code).toBe(1);
      expect(run.errors).toMatch(sentence);
      expect(run.errors.trim().split('\n')).toHaveLength(1);
    },
    20_000,
  );

  it.each([
    ['28P01', 'The database rejects the user or the password.', '; correct the user and the password in STORE_URL'],
    [
      '28000',
      'The database rejects the user, from this address, or without TLS.',
      '; correct the user and the password in STORE_URL',
    ],
    ['3D000', 'The database does not exist.', '; create it, or correct its name in STORE_URL'],
    [
      '42501',
      'The database does not allow this user to create or use the tables.',
      '; grant the user of STORE_URL the right CREATE on the schema',
    ],
  ])(
    'for a PostgreSQL that rejects with %s, in words',
    async (code, args, step) => {
      const fields = Buffer.from(`SFATAL\0C${code}\0Mhunter2\0\0`);
      const head = Buffer.alloc(5, 'E');
      head.writeInt32BE(fields.length + 4, 1);
      const database = createServer((socket) =>
        socket.once('data', () => socket.end(Buffer.concat([head, fields]))),
      ).listen(0, '127.0.0.1');
      await once(database, 'listening');
      const { port } = database.address() as AddressInfo;
      const run = start({ STORE_URL: `postgres://me:secret@127.0.0.1:${port}/x`, SERVER_SECRET: 's'.repeat(32) });
      expect((await run.exit).code).toBe(1);
      expect(run.errors).toBe(
        `STORE_URL: PostgreSQL at 127.0.0.1:${port} cannot be opened: ${args} (SQLSTATE ${code})${step}\n`,
      );
      database.close();
    },
    20_000,
  );

  it('for a data folder that is a file, also for a maintenance command', async () => {
    await writeFile(join(folder, 'blocker'), '');
    const run = start({ DATA_DIR: 'blocker' }, ['key', 'list']);
    expect((await run.exit).code).toBe(1);
    expect(run.errors.trim()).toBe(
      `DATA_DIR ${join(folder, 'blocker')} cannot be created: file already exists (EEXIST); set DATA_DIR to a folder that this user may write`,
    );
  });

  it('a model file that there is not', async () => {
    await writeFile(
      join(folder, 'service.yaml'),
      'models:\n  - name: m\n    provider: { kind: llama, model: none.gguf }\n',
    );
    const run = start();
    expect((await run.exit).code).toBe(1);
    expect(run.errors.trim()).toBe(
      `${join(folder, 'service.yaml')}: models: the file ${join(folder, 'none.gguf')} of "m" cannot be read: no such file or directory (ENOENT); correct the path, or download a file with: npm run model -- pull hf:ORG/REPO/FILE.gguf`,
    );
  });

  it('an upstream key that is not set', async () => {
    await writeFile(
      join(folder, 'service.yaml'),
      'models:\n  - name: m\n    provider: { kind: chat-completions, baseUrl: "http://127.0.0.1:1/v1", apiKeyEnv: NOT_SET }\n',
    );
    const run = start();
    expect((await run.exit).code).toBe(1);
    expect(run.errors.trim()).toBe(
      `${join(folder, 'service.yaml')}: models: "m" reads its key from the environment variable NOT_SET, which is not set; set it, or the path of its file in NOT_SET_FILE`,
    );
  });
});

(existsSync('/proc/self') ? describe : describe.skip)('a folder that takes no folders', () => {
  it('is rejected as data folder without waiting for it', async () => {
    const run = start({ DATA_DIR: '/proc/a/b' });
    expect((await run.exit).code).toBe(1);
    expect(run.errors).toBe(
      'DATA_DIR /proc/a/b cannot be created: no such file or directory (ENOENT); set DATA_DIR to a folder that this user may write\n',
    );
  }, 20_000);

  it('is rejected as database path without waiting for it', async () => {
    const run = start({ STORE_URL: 'sqlite:/proc/a/b.db' });
    expect((await run.exit).code).toBe(1);
    expect(run.errors).toBe(
      'STORE_URL: the database /proc/a/b.db cannot be opened: no such file or directory (ENOENT); set STORE_URL or DATA_DIR to a place that the service may write\n',
    );
  }, 20_000);
});
