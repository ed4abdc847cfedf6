// The program with its secrets in files, as containers and systemd provide them.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ScriptedUpstream, startScriptedUpstream } from '@org/providers/testing';
import { eventually } from '../kit/eventually.js';

const program = fileURLToPath(new URL('../../dist/bundle/main.js', import.meta.url));
const key = 'test-key-of-an-operator';

let folder: string;
let upstream: ScriptedUpstream;
let child: ChildProcess | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'secret-files-test-'));
  upstream = await startScriptedUpstream();
});
afterEach(async () => {
  if (child?.exitCode === null) child.kill('SIGKILL');
  await upstream.close();
  await rm(folder, { recursive: true, force: true });
});

const write = (name: string, text: string): Promise<void> => writeFile(join(folder, name), text);

it('the program reads API_KEYS_FILE at the start, and the new key of an upstream on SIGHUP', async () => {
  await write('api-keys', `alice:${key}\n`);
  await write('upstream-key', 'first-upstream-key\n');
  await write(
    'service.yaml',
    `models: [{ name: m, provider: { kind: chat-completions, baseUrl: "${upstream.baseUrl}", apiKeyEnv: UPSTREAM_KEY } }]\n`,
  );
  let output = '';
  child = spawn(process.execPath, [program], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'] ?? '',
      PORT: '0',
      API_KEYS_FILE: join(folder, 'api-keys'),
      UPSTREAM_KEY_FILE: join(folder, 'upstream-key'),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => (output += data.toString()));
  await eventually(() => output.includes('/v1/responses -H'), 20_000);
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0] ?? '';
  const ask = async (): Promise<number> =>
    (
      await fetch(`${url}/v1/responses`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'm', input: 'Hi', store: false }),
      })
    ).status;
  const sent = (): unknown => upstream.records.at(-1)?.headers['authorization'];

  expect([await ask(), sent()]).toEqual([200, 'Bearer first-upstream-key']);
  await write('upstream-key', 'second-upstream-key\n');
  expect([await ask(), sent()]).toEqual([200, 'Bearer first-upstream-key']);
  child.kill('SIGHUP');
  await eventually(() => output.includes('models reloaded'));
  expect([await ask(), sent()]).toEqual([200, 'Bearer second-upstream-key']);

  await write('upstream-key', '\n');
  child.kill('SIGHUP');
  await eventually(() => output.includes('UPSTREAM_KEY_FILE names a file that is empty'));
  expect([await ask(), sent()]).toEqual([200, 'Bearer second-upstream-key']);
  expect(output).not.toMatch(/upstream-key"|(?:first|second)-upstream-key/);
}, 60_000);
