// The program reloads its models on a signal, as operators trigger it.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from '../kit/eventually.js';

const program = fileURLToPath(new URL('../../dist/bundle/main.js', import.meta.url));
const key = 'test-key-of-an-operator';

let folder: string;
let child: ChildProcess;
let output: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reload-test-'));
  output = '';
});
afterEach(async () => {
  if (child.exitCode === null) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

const configure = (yaml: string): Promise<void> => writeFile(join(folder, 'service.yaml'), yaml);
const model = (name: string): string =>
  `  - name: ${name}\n    provider: { kind: chat-completions, baseUrl: "http://127.0.0.1:9/v1" }\n`;

/** Log lines with `message`. */
const lines = (message: string): Record<string, unknown>[] =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ msg }) => msg === message);

it('SIGHUP applies the models of the file, and an invalid file changes nothing', async () => {
  await configure(`models:\n${model('one')}`);
  child = spawn(process.execPath, [program], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', API_KEYS: `a:${key}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout?.on('data', (data: Buffer) => (output += data.toString()));
  child.stderr?.on('data', (data: Buffer) => (output += data.toString()));
  await eventually(() => output.includes('/v1/responses -H'), 20_000);
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0] ?? '';
  const names = async (): Promise<string[]> => {
    const response = (await (
      await fetch(`${url}/v1/models`, { headers: { authorization: `Bearer ${key}` } })
    ).json()) as { data: { id: string }[] };
    return response.data.map(({ id }) => id);
  };
  expect(await names()).toEqual(['one']);

  await configure(`models:\n${model('one')}${model('two')}limits: { tools: 3 }\nkeyLimits: { requestsPerMinute: 1 }\n`);
  child.kill('SIGHUP');
  await eventually(() => lines('models reloaded').length === 1);
  expect(await names()).toEqual(['one', 'two']);
  expect(lines('models reloaded')).toMatchObject([{ models: ['one', 'two'], unchanged: 1 }]);
  await eventually(() => lines('settings changed that need a restart').length === 1);
  expect(lines('settings changed that need a restart')).toMatchObject([{ settings: ['limits'] }]);

  const ask = async (): Promise<number> =>
    (
      await fetch(`${url}/v1/messages`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${key}`,
          'anthropic-version': '2023-06-01',
          'content-type': 'application/json',
        },
        body: '{}',
      })
    ).status;
  // The limits of keys are another's from then on, too.
  expect([await ask(), await ask()]).toEqual([400, 429]);

  await configure(`models:\n${model('one')}    weight: 3\n`);
  child.kill('SIGHUP');
  await eventually(() => lines('configuration rejected; the models stay unchanged').length === 1);
  expect(lines('configuration rejected; the models stay unchanged')).toMatchObject([
    { reason: `${join(folder, 'service.yaml')}: models.0.weight is not a known key` },
  ]);
  expect(await names()).toEqual(['one', 'two']);

  const reasons = (): unknown[] =>
    lines('configuration rejected; the models stay unchanged').map(({ reason }) => reason);
  await configure('');
  child.kill('SIGHUP');
  await eventually(() => reasons().length === 2);
  expect(reasons()[1]).toContain(`${join(folder, 'service.yaml')} has no models`);
  await rm(join(folder, 'service.yaml'));
  child.kill('SIGHUP');
  await eventually(() => reasons().length === 3);
  expect(reasons()[2]).toBe(`${join(folder, 'service.yaml')} does not exist any more`);
  expect(await names()).toEqual(['one', 'two']);
  expect(child.exitCode).toBeNull();
}, 60_000);

/** Sends SIGHUP to the program when it starts to load most of its own modules. */
const hangUpOnTheWay = `data:text/javascript,${encodeURIComponent(`
import { registerHooks } from 'node:module';
registerHooks({ load(url, context, next) { if (/\\/program-[^/]*\\.js$/.test(url)) process.kill(process.pid, 'SIGHUP'); return next(url, context); } });
`)}`;

it('SIGHUP while the program still loads does not end it and takes effect once it serves', async () => {
  await configure(`models:\n${model('one')}`);
  child = spawn(process.execPath, ['--import', hangUpOnTheWay, program], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', API_KEYS: `a:${key}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout?.on('data', (data: Buffer) => (output += data.toString()));
  await eventually(
    () => lines('models reloaded').length === 1 || child.signalCode !== null || child.exitCode !== null,
    30_000,
  );
  expect([child.signalCode, child.exitCode]).toEqual([null, null]);
  expect(lines('models reloaded')).toMatchObject([{ models: ['one'] }]);
}, 60_000);
