import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { strToU8, zipSync } from 'fflate';
import type { CodeExecutor, CodeSession } from '#src/code/code-executor.js';
import { pyodideExecutor } from '#src/code/executors/pyodide.js';
import { sandboxWays } from '#src/code/executors/sandbox-ways.js';
import { python, testSettings } from './executors.js';

/** Pyodide takes two seconds of a processor to start, which is long on a busy machine. */
const timeoutMs = 120_000;

async function firstExecutor(): Promise<CodeExecutor | undefined> {
  for (const way of sandboxWays(process.env)) {
    try {
      const executor = pyodideExecutor(way);
      await (await executor.start(testSettings)).stop();
      return executor;
    } catch {
      // This machine does not permit it.
    }
  }
  return undefined;
}

const executor = await firstExecutor();
const described = executor === undefined ? describe.skip : describe;

described(executor?.name ?? 'pyodide in namespaces', () => {
  let session: CodeSession;
  let folder: string;
  let reached = 0;
  const server = createServer((socket) => {
    reached += 1;
    socket.destroy();
  });
  beforeAll(async () => {
    process.env['SERVICE_SECRET'] = 'SECRET';
    folder = await mkdtemp(join(tmpdir(), 'service-'));
    await writeFile(join(folder, 'secret'), 'SECRET');
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    if (executor !== undefined) session = await executor.start(testSettings);
  }, timeoutMs);
  afterAll(async () => {
    await session?.stop();
    server.close();
    await rm(folder, { recursive: true });
    delete process.env['SERVICE_SECRET'];
  });

  it(
    'keeps variables, files and the return code of calls',
    async () => {
      expect(await python(session, 'x = 20\nopen("a.txt", "w").write("hi")')).toMatchObject({
        ...{ returnCode: 0, stdout: '2\n', changed: [{ path: 'a.txt', bytes: 2 }] },
      });
      expect(await python(session, 'x * 2 + 2')).toMatchObject({ stdout: '42\n', changed: [] });
      expect(await python(session, '1 / 0')).toMatchObject({
        returnCode: 1,
        stderr: expect.stringContaining('ZeroDivisionError'),
      });
      await session.writeFile('b/c.bin', 0, Buffer.from([0, 255]));
      expect((await python(session, 'open("b/c.bin", "rb").read()')).stdout).toBe("b'\\x00\\xff'\n");
      expect(await session.readFile('a.txt', 0, 9)).toEqual({ bytes: Buffer.from('hi'), size: 2 });
    },
    timeoutMs,
  );

  it.each([
    ['read files of the host', () => `open(${JSON.stringify(join(folder, 'secret'))}).read()`],
    ['read files through JavaScript', () => jsRead('file://' + join(folder, 'secret'))],
    ['read the users of the host', () => 'open("/etc/shadow").read()'],
    ['reach the service', () => jsRead(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)],
    [
      'use the globals of JavaScript',
      () => 'import js\nprint(js.process.env.SERVICE_SECRET or "", "ESCAPED" if js.process.pid else "")',
    ],
    ['compile JavaScript', () => 'from pyodide.code import run_js\nprint("ESCAPED", run_js("process.pid"))'],
    ['build a function', () => 'import js\nprint("ESCAPED", js.Object.constructor("return process.pid")())'],
    ['start a program', () => 'import subprocess\nprint("ESCAPED", subprocess.run(["id"]))'],
    [
      'load a package from the network',
      () => 'import pyodide_js\nprint("ESCAPED", pyodide_js.loadPackage("https://example.com/x.whl").then.call())',
    ],
  ])(
    'gives code no way to %s',
    async (_, code) => {
      const { stdout, returnCode } = await python(session, code());
      expect(stdout).not.toContain('SECRET');
      expect(stdout).not.toContain('ESCAPED');
      expect(returnCode).toBe(1);
      expect(reached).toBe(0);
      expect((await python(session, '6 * 7')).stdout).toContain('42\n');
    },
    timeoutMs,
  );

  it.each([
    ['take 4 GB of memory', 'blocks = []\nwhile True: blocks.append(bytearray(16 << 20))', 30_000],
    ['write 2 GB', 'with open("big", "wb") as file:\n  for _ in range(2048): file.write(b"x" * 1048576)', 30_000],
    ['print 20 MB', 'print("x" * 20_000_000)', 30_000],
    ['loop without end', 'while True: pass', 500],
  ])(
    'limits code that tries to %s, and the next call works',
    async (_, code, limitMs) => {
      const { stdout, stderr } = await python(session, code, limitMs);
      expect(stdout.length + stderr.length).toBeLessThan(3 * testSettings.maxOutputBytes);
      expect(session.isAlive).toBe(true);
      expect(
        await python(
          session,
          'import os\nfor n in os.listdir("."):\n  if os.path.isfile(n): os.remove(n)\nblocks = None\n6 * 7',
          90_000,
        ),
      ).toMatchObject({
        stdout: expect.stringContaining('42\n'),
      });
    },
    timeoutMs,
  );
});

const way = sandboxWays(process.env).find(({ name }) => executor?.name.endsWith(name) === true);
const withWay = way === undefined ? describe.skip : describe;

withWay('a folder with wheels', () => {
  let wheels: string;
  beforeAll(async () => {
    // Not in a folder that the sandbox replaces.
    wheels = await mkdtemp(join(process.cwd(), 'dist-test', 'wheels-'));
    // Code runs as another user.
    await chmod(wheels, 0o755);
    await writeFile(
      join(wheels, 'doors-1.0-py3-none-any.whl'),
      wheelOf({ 'doors/__init__.py': 'from oak import AGE' }),
    );
    await writeFile(join(wheels, 'oak-2.0-py3-none-any.whl'), wheelOf({ 'oak.py': 'AGE = 100' }));
    await writeFile(join(wheels, 'broken-1.0-py3-none-any.whl'), 'no archive');
  });
  afterAll(async () => await rm(wheels, { recursive: true }));

  it(
    'has packages that code imports and whose names the model reads',
    async () => {
      if (way === undefined) throw new Error('The tests are skipped without a sandbox.');
      const withWheels = pyodideExecutor(way, wheels);
      expect(withWheels.description).toContain('standard library, broken, doors, oak,');
      const session = await withWheels.start(testSettings);
      try {
        expect(await python(session, 'import doors, oak\ndoors.AGE + oak.AGE')).toMatchObject({ stdout: '200\n' });
        expect((await python(session, 'import broken')).stderr).toContain('ModuleNotFoundError');
        await python(session, 'open("/wheels/new", "w").write("x")');
        expect(await readdir(wheels)).not.toContain('new');
        expect(await python(session, '6 * 7')).toMatchObject({ stdout: '42\n' });
      } finally {
        await session.stop();
      }
    },
    timeoutMs,
  );
});

/** A wheel of pure Python. */
function wheelOf(files: Readonly<Record<string, string>>): Uint8Array {
  return zipSync(Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])));
}

/** Reads a URL by a function of Pyodide that code can reach. */
function jsRead(url: string): string {
  return `import pyodide_js\nfrom pyodide.ffi import run_sync\nprint("ESCAPED", run_sync(pyodide_js._api.loadBinaryFile(${JSON.stringify(url)})))`;
}
