// The program receives a stop signal during a response, as a supervisor sends it.
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type ScriptedUpstream, startScriptedUpstream, type UpstreamCall } from '@org/providers/testing';
import { eventually } from '../kit/eventually.js';

const program = fileURLToPath(new URL('../../dist/bundle/main.js', import.meta.url));
const key = 'test-key-of-an-operator';

let folder: string;
let upstream: ScriptedUpstream;
let child: ChildProcess;
let calls: UpstreamCall[];
let output: string;

/** Log lines about the program itself. */
const ownLines = (): object[] =>
  output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as { msg: string })
    .filter(({ msg }) => /^(?:started|stop)/.test(msg));

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'stop-test-'));
  upstream = await startScriptedUpstream();
  calls = [];
  upstream.play((call) => void calls.push(call));
});
afterEach(async () => {
  if (child.exitCode === null) child.kill('SIGKILL');
  await upstream.close();
  await rm(folder, { recursive: true, force: true });
});

/** Starts the program and sends it a request that its upstream receives and leaves open. */
async function startWithPendingRequest(
  settings = '',
): Promise<{ result: Promise<Response>; exit: Promise<number | null> }> {
  await writeFile(
    join(folder, 'service.yaml'),
    `models: [{ name: m, provider: { kind: chat-completions, profile: generic, baseUrl: "${upstream.baseUrl}" } }]\n${settings}`,
  );
  child = spawn(process.execPath, [program], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', API_KEYS: `a:${key}` },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exit = new Promise<number | null>((resolve) => child.on('close', resolve));
  output = '';
  child.stdout?.on('data', (data: Buffer) => (output += data.toString()));
  await eventually(() => output.includes('/v1/responses -H'), 30_000);
  const url = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0] ?? '';
  const result = fetch(`${url}/v1/responses`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body: JSON.stringify({ model: 'm', input: 'Hi', stream: true }),
  });
  await eventually(() => calls.length === 1);
  return { result, exit };
}

it('completes a response although SIGTERM arrives twice, once from the system and once forwarded', async () => {
  const { result, exit } = await startWithPendingRequest();
  child.kill('SIGTERM');
  await pause(100);
  child.kill('SIGTERM');
  await pause(300);
  calls[0]?.start();
  calls[0]?.delta({ content: 'Done.' });
  calls[0]?.finish();
  expect(await (await result).text()).toContain('response.completed');
  expect(await exit).toBe(0);
  expect(ownLines()).toMatchObject([
    { msg: 'started', version: expect.stringMatching(/^\d+\.\d+/), url: expect.stringMatching(/^http:/) },
    { msg: 'stopping', signal: 'SIGTERM' },
    { msg: 'stopped' },
  ]);
}, 60_000);

it('does not wait for a stalled database and reports that writes may be lost', async () => {
  const { result, exit } = await startWithPendingRequest('shutdown: { graceSeconds: 1 }');
  const database = new DatabaseSync(join(folder, 'data', 'service.db'), { timeout: 5_000 });
  database.exec('BEGIN IMMEDIATE');
  calls[0]?.start();
  calls[0]?.delta({ content: 'Done.' });
  calls[0]?.finish();
  const closed = result.then((response) => response.text()).catch(() => undefined);
  const began = performance.now();
  child.kill('SIGTERM');
  expect(await exit).toBe(1);
  // The grace period, one second for final output, three for final writes, and one lock wait of five.
  expect(performance.now() - began).toBeLessThan(15_000);
  database.exec('ROLLBACK');
  database.close();
  await closed;
  expect(output).toContain('the store does not respond');
}, 60_000);

it('exits at once on a second signal', async () => {
  const { result, exit } = await startWithPendingRequest();
  const closed = result.catch(() => undefined);
  child.kill('SIGINT');
  await pause(1100);
  child.kill('SIGINT');
  expect(await exit).toBe(1);
  await closed;
  expect(ownLines().slice(1)).toMatchObject([
    { msg: 'stopping', signal: 'SIGINT' },
    { level: 40, msg: 'stopped immediately', signal: 'SIGINT' },
  ]);
}, 60_000);
