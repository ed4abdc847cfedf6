import type { CodeExecutor, CodeSession } from '#src/code/code-executor.js';
import { bash, isolatedExecutors, python, testSettings } from './executors.js';

const executors = await isolatedExecutors();
if (executors.length === 0) it.todo('No executor with namespaces runs on this machine.');

describe.each(executors)('a session of %s', (_, executor: CodeExecutor) => {
  let session: CodeSession;
  beforeEach(async () => void (session = await executor.start(testSettings)));
  afterEach(async () => await session.stop());

  it('keeps variables between calls and returns the value of the last expression', async () => {
    await python(session, 'x = 20\ndef double(n): return 2 * n');
    expect(await python(session, 'double(x) + 2')).toMatchObject({
      returnCode: 0,
      stdout: '42\n',
      variablesLost: false,
    });
    expect((await python(session, 'print("a"); x;')).stdout).toBe('a\n20\n');
    expect((await python(session, 'None')).stdout).toBe('');
  });

  it('returns the traceback of an error without frames of the agent', async () => {
    const { stderr, returnCode } = await python(session, 'def f():\n  return 1 / 0\nf()');
    expect(returnCode).toBe(1);
    expect(stderr).toContain('return 1 / 0');
    expect(stderr).toContain('ZeroDivisionError');
    expect(stderr).not.toContain('run_cell');
    expect(await python(session, 'raise SystemExit(3)')).toMatchObject({ returnCode: 3, variablesLost: false });
  });

  it('runs shell commands in the same work folder', async () => {
    expect(await bash(session, 'echo hello > a.txt; echo oops >&2; exit 5')).toMatchObject({
      ...{ returnCode: 5, stdout: '', stderr: 'oops\n' },
      changed: [{ path: 'a.txt', bytes: 6 }],
    });
    expect((await python(session, 'open("/mnt/data/a.txt").read()')).stdout).toBe("'hello\\n'\n");
  });

  it('reports the files that a call changed or removed, and no links', async () => {
    const first = await python(
      session,
      'import os\nos.makedirs("d")\nopen("d/x.csv","w").write("1,2")\nos.symlink("/etc/passwd", "l")',
    );
    expect(first).toMatchObject({ changed: [{ path: 'd/x.csv', bytes: 3 }], removed: [], skipped: 1 });
    expect(await python(session, '1')).toMatchObject({ changed: [], removed: [] });
    expect(await bash(session, 'mv d/x.csv y.csv')).toMatchObject({
      changed: [{ path: 'y.csv' }],
      removed: ['d/x.csv'],
    });
  });

  it('gives and takes the exact bytes of files', async () => {
    const bytes = Buffer.from(Array.from({ length: 300_000 }, (_unused, n) => n % 256));
    await session.writeFile('in/data.bin', 0, bytes.subarray(0, 200_000));
    await session.writeFile('in/data.bin', 200_000, bytes.subarray(200_000));
    await session.markFiles();
    expect(await python(session, 'open("out.bin","wb").write(open("in/data.bin","rb").read())')).toMatchObject({
      changed: [{ path: 'out.bin', bytes: 300_000 }],
    });
    const slice = await session.readFile('out.bin', 0, 1_000_000);
    expect(slice.size).toBe(300_000);
    expect(Buffer.from(slice.bytes).equals(bytes)).toBe(true);
    await session.removeFile('out.bin');
    await expect(session.readFile('out.bin', 0, 1)).rejects.toThrow('No such file');
  });

  it('ends a call at its time limit, with what it has printed until then, and runs the next one', async () => {
    const started = performance.now();
    const ended = await python(session, 'import time\nprint("before")\ntime.sleep(100)', 500);
    expect(ended).toMatchObject({ reason: 'time', stdout: 'before\n', variablesLost: true });
    expect(await bash(session, 'echo b; sleep 100', 500)).toMatchObject({
      reason: 'time',
      stdout: 'b\n',
      variablesLost: false,
    });
    expect(performance.now() - started).toBeLessThan(3_000);
    expect((await python(session, '1 + 1')).stdout).toBe('2\n');
  });

  it('ends all processes within 200 ms of an abort', async () => {
    const control = new AbortController();
    const running = session.run({
      language: 'python',
      code: 'while True: pass',
      limitMs: 10_000,
      signal: control.signal,
    });
    await new Promise((resolve) => setTimeout(resolve, 200));
    const aborted = performance.now();
    control.abort();
    await expect(running).rejects.toThrow('aborted');
    await session.stop();
    expect(performance.now() - aborted).toBeLessThan(200);
    expect(session.isAlive).toBe(false);
  });

  it('reports no escape where another process in the sandbox has the pid of the service', async () => {
    const attempts = { paths: [], port: 1 };
    expect(await session.probe({ ...attempts, service: { pid: 1, startedAt: '0' } })).toEqual([]);
    expect(await session.probe({ ...attempts, service: { pid: 1 } })).toContain('signal');
  });

  it('uses no processor time between calls', async () => {
    await python(
      session,
      'import threading\nn = 0\ndef spin():\n  global n\n  while True: n += 1\nthreading.Thread(target=spin, daemon=True).start()',
    );
    const before = Number((await python(session, 'n')).stdout);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const after = Number((await python(session, 'n')).stdout);
    const running = (await python(session, 'import time\nm = n\ntime.sleep(0.5)\nn - m')).stdout;
    expect(after - before).toBeLessThan(Number(running) / 2);
  });

  it('has a low priority, also where sessions share the processors', async () => {
    if (!executor.languages.has('bash')) return;
    const code = [
      'import os',
      'try: group = open("/proc/self/autogroup").read().split()[-1]',
      'except OSError: group = "10"',
      '(os.nice(0), group)',
    ].join('\n');
    expect((await python(session, code)).stdout).toBe("(10, '10')\n");
  });

  it('limits the number of processes', async () => {
    const code =
      'import os, time\ncount = 0\ntry:\n  while count < 200:\n    if os.fork() == 0:\n      time.sleep(9)\n      os._exit(0)\n    count += 1\nexcept BlockingIOError: pass\ncount';
    expect(Number((await python(session, code)).stdout)).toBeLessThan(testSettings.maxProcesses);
  });

  it('does not count processes of earlier calls', async () => {
    if (!executor.languages.has('bash')) return;
    const forks = 'import os\nfor _ in range(15):\n  if os.fork() == 0: os._exit(0)\n"started"';
    for (let call = 0; call < 4; call += 1) expect((await python(session, forks)).stdout).toBe("'started'\n");
  });

  it('limits the memory of a process and of all processes together', async () => {
    expect((await python(session, 'x = b"x" * (300 << 20)')).stderr).toContain('MemoryError');
    const code =
      'import os, time\nfor _ in range(8):\n  if os.fork() == 0:\n    block = b"x" * (60 << 20)\n    time.sleep(9)\ntime.sleep(9)';
    expect(await python(session, code)).toMatchObject({ reason: 'memory', variablesLost: true });
    expect((await python(session, '6 * 7')).stdout).toBe('42\n');
  });

  it('takes no return code that code has written itself', async () => {
    const first = await python(
      session,
      'import os\nfor n in range(3, 9):\n  try: os.write(n, b"x 9\\ny 9\\n")\n  except OSError: pass',
    );
    expect(first.returnCode).toBe(0);
    expect(await python(session, '6 * 7')).toMatchObject({ returnCode: 0, stdout: '42\n' });
  });
});
