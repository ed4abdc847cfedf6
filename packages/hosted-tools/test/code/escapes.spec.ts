import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { CodeExecutor, CodeOutput, CodeSession } from '#src/code/code-executor.js';
import { escapesTo, exhaustion, type ServiceFacts } from './escape-attempts.js';
import { isolatedExecutors, python, testSettings } from './executors.js';

const executors = await isolatedExecutors();
const servers: Server[] = [];
let facts: ServiceFacts;
let folder: string;
let reached = 0;

beforeAll(async () => {
  process.env['SERVICE_SECRET'] = 'SECRET';
  folder = await mkdtemp(join(tmpdir(), 'service-'));
  const secretFile = join(folder, 'secret');
  await writeFile(secretFile, 'SECRET');
  const unixSocket = join(folder, 'socket');
  const abstractSocket = `service-${process.pid}`;
  const listen = async (...at: readonly [number, string] | readonly [string]): Promise<Server> => {
    const server = createServer((socket) => {
      reached += 1;
      socket.destroy();
    });
    servers.push(server);
    await new Promise<void>((resolve) =>
      typeof at[0] === 'number' ? server.listen(at[0], at[1], resolve) : server.listen(at[0], resolve),
    );
    return server;
  };
  const { port } = (await listen(0, '127.0.0.1')).address() as AddressInfo;
  await listen(unixSocket);
  await listen(`\0${abstractSocket}`);
  const hostUsers = createHash('sha256').update(readFileSync('/etc/passwd')).digest('hex');
  facts = { pid: process.pid, port, secretFile, hostUsers, unixSocket, abstractSocket };
});
afterAll(async () => {
  for (const server of servers) server.close();
  await rm(folder, { recursive: true });
  delete process.env['SERVICE_SECRET'];
});

const names = escapesTo({ pid: 1, port: 1, secretFile: '', hostUsers: '', unixSocket: '', abstractSocket: '' }).map(
  ({ name }) => name,
);

/** What the next call of the same container gives, and that it can run programs. */
async function nextRun(session: CodeSession): Promise<CodeOutput> {
  return await python(
    session,
    'import subprocess\nsubprocess.run(["true"]).returncode, open("after", "w").write("ok")',
  );
}

/** Processes of the machine whose command line has `mark`. */
function processesWith(mark: string): readonly string[] {
  return readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(mark);
    } catch {
      return false;
    }
  });
}

if (executors.length === 0) it.todo('No executor with namespaces runs on this machine.');

describe.each(executors)('%s', (_, executor: CodeExecutor) => {
  let session: CodeSession;
  beforeEach(async () => {
    session = await executor.start(testSettings);
    reached = 0;
  });
  afterEach(async () => await session.stop());

  it.each(names)(
    'gives code no way to %s',
    async (name) => {
      const attempt = escapesTo(facts).find((one) => one.name === name);
      const { stdout, stderr } = await python(session, attempt?.code ?? '');
      expect(stdout).not.toContain('ESCAPED');
      expect(stdout).not.toContain('SECRET');
      // It tried.
      expect(`${stdout}${stderr}`).not.toContain('SyntaxError');
      expect(stdout).not.toBe('');
      expect(reached).toBe(0);
      expect(await nextRun(session)).toMatchObject({ returnCode: 0, stdout: '(0, 2)\n' });
    },
    20_000,
  );

  it.each(exhaustion.map(({ name }) => name))(
    'limits code that tries to %s, and the next call works',
    async (name) => {
      const { code = '', limitMs = 8_000 } = exhaustion.find((one) => one.name === name) ?? {};
      const started = performance.now();
      const { stdout, stderr } = await python(session, code, limitMs);
      expect(performance.now() - started).toBeLessThan(limitMs + 2_000);
      expect(Buffer.byteLength(stdout)).toBeLessThanOrEqual(testSettings.maxOutputBytes * 3 + 100);
      expect(Buffer.byteLength(stderr)).toBeLessThanOrEqual(testSettings.maxOutputBytes * 3 + 100);
      expect(stdout.isWellFormed()).toBe(true);
      expect(session.isAlive).toBe(true);
      const removed = await session.run({ language: 'bash', code: 'find . -type f -delete; ls -A', limitMs: 8_000 });
      expect(removed).toMatchObject({ returnCode: 0 });
      expect(await nextRun(session)).toMatchObject({ returnCode: 0, stdout: '(0, 2)\n' });
      const left = await session.run({ language: 'bash', code: 'ls -d /proc/[0-9]* | wc -l', limitMs: 8_000 });
      // The agent, the Python process, the shell and the two programs.
      expect(Number(left.stdout)).toBeLessThanOrEqual(6);
    },
    40_000,
  );

  it('leaves nothing for the next owner', async () => {
    await session.run({
      language: 'bash',
      code: 'echo SECRET | tee /tmp/a /dev/shm/a b; nohup setsid sleep 1234.5678 > /dev/null 2>&1 &',
      limitMs: 5_000,
    });
    await session.stop();
    expect(processesWith('1234.5678')).toEqual([]);
    const next = await executor.start(testSettings);
    try {
      const { stdout } = await next.run({
        language: 'bash',
        code: 'ls -A /tmp /dev/shm /mnt/data; cat /tmp/* /dev/shm/* *',
        limitMs: 5_000,
      });
      expect(stdout).not.toContain('SECRET');
    } finally {
      await next.stop();
    }
  }, 20_000);

  it('has no process left after a container that loops has been stopped', async () => {
    const running = python(session, '"7654.4321"\nwhile True: pass', 20_000);
    await new Promise((resolve) => setTimeout(resolve, 300));
    await session.stop();
    await expect(running).rejects.toThrow('stopped');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(session.isAlive).toBe(false);
  }, 20_000);

  it('reads no file through a link, and no file outside of the work folder', async () => {
    await python(session, 'import os\nos.symlink("/etc", "etc")\nos.symlink("/usr/bin/env", "env")\nos.mkfifo("pipe")');
    for (const path of ['etc/ld.so.cache', 'env', 'pipe', '../../usr/bin/env', '/usr/bin/env'])
      await expect(session.readFile(path, 0, 10)).rejects.toThrow(
        /invalid path|symbolic links|not a regular file|Not a directory|No such/,
      );
  }, 20_000);
});
