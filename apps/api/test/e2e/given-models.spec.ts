// A user names models on the command line: node main.js ./my.gguf hf:ORG/REPO
import { spawn } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { demoModelPath } from '@org/demo-model';
import { type HubServer, startHubServer } from '@org/llama/testing';
import { givenModels, modelPaths } from '#src/config/given-models.js';
import { isModelArgument } from '#src/config/is-model-argument.js';
import { modelProgram } from '#src/model-files/model-program.js';
import { eventually } from '../kit/eventually.js';

const program = fileURLToPath(new URL('../../dist/bundle/main.js', import.meta.url));
const key = 'key-of-the-given-models-test';

let hub: HubServer;
let folder: string;
const stops: (() => void)[] = [];
beforeEach(async () => {
  hub = await startHubServer();
  folder = await mkdtemp(join(tmpdir(), 'given-models-'));
  await copyFile(demoModelPath, join(folder, 'my.gguf'));
});
afterEach(async () => {
  for (const stop of stops.splice(0)) stop();
  await hub.close();
  await rm(folder, { recursive: true, force: true });
});

function run(...args: readonly string[]) {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', HF_ENDPOINT: hub.endpoint, API_KEYS: `a:${key}` },
  });
  stops.push(() => child.kill('SIGKILL'));
  const out = { output: '', errors: '' };
  child.stdout.on('data', (data: Buffer) => (out.output += data.toString()));
  child.stderr.on('data', (data: Buffer) => (out.errors += data.toString()));
  return { child, out };
}

/** The address of a service once it serves. */
async function addressOf({ out }: ReturnType<typeof run>): Promise<string> {
  await eventually(() => out.output.includes('/v1/responses -H') || out.errors !== '', 100_000);
  await eventually(() => out.output.includes('/v1/responses -H'), 100_000);
  return /address {2}(\S+)/.exec(out.output)?.[1] ?? '';
}

async function ask(url: string, model: string): Promise<unknown> {
  const reply = await fetch(`${url}/v1/responses`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, input: 'Hello!' }),
  });
  return reply.json();
}

describe('models on the command line', () => {
  it('are served under the names of their files: a path, a repository and a name of their own', async () => {
    hub.files.set('/org/demo-GGUF/resolve/main/demo-Q4_K_M.gguf', await readFile(demoModelPath));
    hub.files.set('/org/demo-GGUF/resolve/main/demo-Q8_0.gguf', Buffer.from('another'));
    const service = run('own=./my.gguf', 'hf:org/demo-GGUF');
    const url = await addressOf(service);
    expect(service.out.errors).toContain('demo-Q8_0.gguf\n');
    expect(service.out.errors).toMatch(/-> +[\d.]+ MB {2}demo-Q4_K_M\.gguf/);
    for (const model of ['own', 'demo']) expect(await ask(url, model)).toMatchObject({ status: 'completed', model });
  }, 180_000);

  it.each([
    [['./none.gguf'], /^there is no file \S+none\.gguf; \S+ has my\.gguf\n$/],
    [['hf:org/unknown'], /hf:org\/unknown does not exist at 127\.0\.0\.1:\d+\n$/],
    [['hf:unknown'], /the form is hf:ORG\/REPO\/FILE\.gguf or hf:ORG\/REPO:QUANTIZATION/],
    [['my.gguf', 'serve'], /my\.gguf serve is neither a command, an option nor a model/],
  ])(
    'stop the start with one sentence when %j is wrong',
    async (args, message) => {
      const { child, out } = run(...args);
      await eventually(() => child.exitCode !== null, 60_000);
      expect(child.exitCode).toBe(1);
      expect(out.errors).toMatch(message);
    },
    30_000,
  );
});

it('serves a model that was pulled while it runs', async () => {
  const url = await addressOf(run());
  hub.files.set('/org/demo-GGUF/resolve/main/late-Q8_0.gguf', await readFile(demoModelPath));
  expect(await ask(url, 'late-Q8_0')).toMatchObject({ error: { code: 'model_not_found' } });
  const output = { write: () => undefined };
  await modelProgram(
    ['pull', 'hf:org/demo-GGUF'],
    { dataDir: join(folder, 'data') },
    { HF_ENDPOINT: hub.endpoint },
    output,
  );
  let reply: unknown;
  await eventually(async () => {
    reply = await ask(url, 'late-Q8_0');
    return !JSON.stringify(reply).includes('model_not_found');
  }, 60_000);
  expect(reply).toMatchObject({ status: 'completed', model: 'late-Q8_0' });
}, 180_000);

describe('an argument of the program', () => {
  it.each(['./my.gguf', 'my.GGUF', '~/my', '../x', 'hf:a/b', 'name=my.gguf', 'name=hf:a/b', 'C:\\m.gguf'])(
    'names a model: %s',
    (argument) => expect(isModelArgument(argument)).toBe(true),
  );

  it.each(['key', 'model', '--help', '--config=./x.yaml', 'PORT=1'])('names no model: %s', (argument) =>
    expect(isModelArgument(argument)).toBe(false),
  );

  it('may start with ~, which is the home directory', () => {
    expect(modelPaths(['~/m.gguf', 'n=~/o.gguf'], '/x')).toEqual([
      join(homedir(), 'm.gguf'),
      join(homedir(), 'o.gguf'),
    ]);
  });

  it('gives each model a name of its own', () => {
    const names = givenModels(['a/m.gguf', 'b/m.gguf', 'hf:org/Qwen3-8B-GGUF:Q8_0', 's-00001-of-00002.gguf'], '/x');
    expect(names.map(({ name }) => name)).toEqual(['m', 'm-2', 'Qwen3-8B', 's']);
  });
});
