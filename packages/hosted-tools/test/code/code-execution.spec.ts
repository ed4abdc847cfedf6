import { CodeExecution } from '#src/code/code-execution.js';
import type { CodeSettings } from '#src/code/code-settings.js';
import type { CodeExecutor } from '#src/code/code-executor.js';
import type { CodeRequest, HostedToolContext, Message, ServerCallOutcome } from '@org/engine';
import { describeContainerContract } from '@org/engine/testing';
import { isolatedExecutors, testSettings } from './executors.js';
import { MemoryContainers } from './memory-containers.js';

const executors = await isolatedExecutors();
if (executors.length === 0) it.todo('No executor with namespaces runs on this machine.');

let now = 1_000_000;
let count = 0;
const wide = { files: 100, bytes: 10_000_000 };

function contextOf(changes: Partial<HostedToolContext> = {}): HostedToolContext {
  return {
    owner: 'ada',
    requestId: 'req_1',
    signal: new AbortController().signal,
    ids: { next: (prefix) => `${prefix}_${String((count += 1)).padStart(6, '0')}` },
    clock: { now: () => now },
    messages: () => [],
    numberOf: () => 1,
    numberPassages: () => [],
    ...changes,
  };
}

function requestOf(changes: Partial<CodeRequest> = {}): CodeRequest {
  const params = { containerId: 'container', fileIds: 'tools.0.container.file_ids' };
  return { kind: 'code', param: 'tools.0', params, languages: ['python', 'bash', 'editor'], ...changes };
}

function textOf({ content }: ServerCallOutcome): string {
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

async function upload(store: MemoryContainers, id: string, filename: string, content: string): Promise<void> {
  await store.createFile({ owner: 'ada', id, createdAt: 1 }, wide);
  await store.appendFileChunk('ada', id, 0, Buffer.from(content), wide);
  await store.finishFile({ owner: 'ada', id, filename, mediaType: 'text/csv', purpose: 'user_data' });
}

/** A message that attaches a file. */
function userMessage(fileId: string): Message {
  return { role: 'user', parts: [{ type: 'media', media: 'document', source: { type: 'file', fileId } }] };
}

describe('the store in memory', () => {
  let store: MemoryContainers;
  beforeEach(() => void (store = new MemoryContainers()));
  describeContainerContract('memory', {
    get store() {
      return store;
    },
    open: async () => new MemoryContainers(store),
  });
});

describe.each(executors.slice(0, 1))('code execution with %s', (_, executor: CodeExecutor) => {
  let store: MemoryContainers;
  const runners: CodeExecution[] = [];
  const start = (settings: Partial<CodeSettings> = {}): CodeExecution => {
    const runner = new CodeExecution({
      ...{ executor, store, settings: { ...testSettings, ...settings } },
      ...{ fileQuota: wide, clock: { now: () => now } },
    });
    runners.push(runner);
    return runner;
  };
  beforeEach(() => void (store = new MemoryContainers()));
  afterEach(async () => void (await Promise.all(runners.splice(0).map((runner) => runner.close()))));

  const call = async (
    runner: CodeExecution,
    code: string,
    request: Partial<CodeRequest> = {},
    context: Partial<HostedToolContext> = {},
  ): Promise<ServerCallOutcome & { readonly containerId: string }> => {
    const tool = await runner.open(requestOf(request), contextOf(context));
    const outcome = await tool.call('python', JSON.stringify({ code }));
    await tool.close();
    return { ...outcome, containerId: tool.containerId ?? '' };
  };

  it('offers the functions of the requested languages', async () => {
    const tool = await start().open(requestOf({ languages: ['python', 'editor'] }), contextOf());
    expect(tool.functions.map(({ name }) => name)).toEqual(['python', 'text_editor']);
    expect(tool.functions[0]?.description).toContain('/mnt/data');
    expect(tool.containerId).toMatch(/^cntr_/);
  });

  it('returns stdout, stderr and the return code to the model and to the dialects', async () => {
    const outcome = await call(start(), 'import sys\nprint("out")\nprint("err", file=sys.stderr)\n1 / 0');
    expect(outcome).toMatchObject({
      isError: true,
      hosted: { type: 'code', language: 'python', stdout: 'out\n', returnCode: 1, files: [] },
    });
    expect(textOf(outcome)).toMatch(
      /^<stdout>\nout\n<\/stdout>\n<stderr>\nerr\n[^]*ZeroDivisionError[^]*<\/stderr>\nreturn code: 1$/,
    );
  });

  it('accepts code in place of JSON, and explains arguments that it cannot use', async () => {
    const tool = await start().open(requestOf(), contextOf());
    expect(textOf(await tool.call('python', 'print(1)'))).toContain('1\n');
    expect(await tool.call('python', '{"code": 1}')).toMatchObject({
      hosted: { type: 'failed', code: 'invalid-input' },
    });
    expect(await tool.call('bash', '{"comm')).toMatchObject({ hosted: { type: 'failed', code: 'invalid-input' } });
    expect(await tool.call('ruby', '{}')).toMatchObject({ hosted: { type: 'failed', code: 'invalid-input' } });
  });

  it('puts files of the request into a new container, and stores files that code makes', async () => {
    await upload(store, 'file_1', 'data.csv', 'a,b\n1,2\n');
    const outcome = await call(start(), 'rows = open("data.csv").read()\nopen("out.csv", "w").write(rows * 2)', {
      fileIds: ['file_1'],
    });
    const [file] = outcome.hosted?.type === 'code' ? outcome.hosted.files : [];
    expect(file).toMatchObject({ filename: 'out.csv', mediaType: 'text/csv', bytes: 16 });
    expect(Buffer.from((await store.readFileChunk('ada', file?.fileId ?? '', 0)) ?? []).toString()).toBe(
      'a,b\n1,2\n'.repeat(2),
    );
    expect(textOf(outcome)).toContain(`- /mnt/data/out.csv (text/csv, 16 bytes, file id ${file?.fileId})`);
  });

  it('has the files of each request once, also after code has changed one, and names them to the model', async () => {
    await upload(store, 'file_1', 'data.csv', 'x');
    await upload(store, 'file_2', 'more.csv', 'y');
    const runner = start();
    const request = { fileIds: ['file_1'], takesAttachments: true };
    const attaching = (...ids: readonly string[]): Partial<HostedToolContext> => ({
      messages: () => ids.map((id) => userMessage(id)),
    });
    const { containerId } = await call(
      runner,
      'open("data.csv", "a").write("!")',
      request,
      attaching('file_1', 'file_of_nobody'),
    );
    const tool = await runner.open(requestOf({ ...request, containerId }), contextOf(attaching('file_2', 'file_1')));
    expect(tool.functions[0]?.description).toMatch(
      /The user's files: "\/mnt\/data\/data.csv" \(file_1\), "\/mnt\/data\/more.csv" \(file_2\)\.$/,
    );
    const run = async (code: string) => (await tool.call('python', JSON.stringify({ code }))).hosted;
    const listed = 'import os\nos.remove("more.csv")\nopen("data.csv").read(), sorted(os.listdir())';
    expect(await run(listed)).toMatchObject({ stdout: "('x!', ['data.csv'])\n" });
    expect(await run('os.listdir()')).toMatchObject({ stdout: "['data.csv']\n" });
  });

  it.each([
    ['a long name', '漢'.repeat(90) + '.txt', /^漢+\.txt$/],
    ['a name that a cut would break', '😀'.repeat(150) + 'x', /^(?:😀)+x$/u],
    ['the name of a folder', 'd', /^d-2$/],
  ])('stores a file with %s', async (_name, filename, expected) => {
    const runner = start();
    const { containerId } = await call(runner, 'import os\nos.makedirs("d")\nopen("d/in", "w").write("y")');
    await upload(store, 'file_1', filename, 'x');
    const code = 'import os\n[name] = set(os.listdir()) - {"d"}\nopen("name", "w").write(name); print(name)';
    const { hosted } = await call(runner, code, { containerId, fileIds: ['file_1'] });
    expect(hosted?.type === 'code' && hosted.stdout.trim()).toMatch(expected);
  });

  it('has at most maxFilesPerContainer files: a named one more is rejected, an attached one omitted', async () => {
    for (const id of ['file_1', 'file_2']) await upload(store, id, `${id}.csv`, 'x');
    const runner = start({ maxFilesPerContainer: 1 });
    const named = runner.open(requestOf({ fileIds: ['file_1', 'file_2'] }), contextOf());
    await expect(named).rejects.toMatchObject({ code: 'invalid-request', detail: 'container_quota_exceeded' });
    const context = { messages: () => ['file_1', 'file_2'].map(userMessage) };
    const { hosted } = await call(runner, 'import os\nos.listdir()', { takesAttachments: true }, context);
    expect(hosted).toMatchObject({ stdout: "['file_1.csv']\n" });
  });

  it('takes a file that the client has deleted out of its container', async () => {
    await upload(store, 'file_1', 'data.csv', 'x');
    const runner = start();
    const listed = 'import os\nos.listdir()';
    const { containerId, hosted } = await call(runner, listed, { fileIds: ['file_1'] });
    expect(hosted).toMatchObject({ stdout: "['data.csv']\n" });
    await store.deleteFile('ada', 'file_1');
    expect((await call(runner, listed, { containerId })).hosted).toMatchObject({ stdout: '[]\n' });
  });

  it('uses the container that the client names by sending its calls back', async () => {
    const runner = start();
    const { containerId } = await call(runner, 'open("a", "w").write("kept")');
    const next = await call(runner, 'open("a").read()', { recentContainerId: containerId });
    expect(next).toMatchObject({ containerId, hosted: { stdout: "'kept'\n" } });
  });

  it('rejects files and containers that the owner does not have', async () => {
    const runner = start();
    const { containerId } = await call(runner, '1');
    await upload(store, 'file_1', 'data.csv', 'x');
    const open = async (request: Partial<CodeRequest>, owner: string) =>
      await runner.open(requestOf(request), contextOf({ owner }));
    await expect(open({ fileIds: ['file_1'] }, 'bob')).rejects.toMatchObject({
      code: 'invalid-request',
      param: 'tools.0.container.file_ids',
    });
    await expect(open({ containerId }, 'bob')).rejects.toMatchObject({
      code: 'invalid-request',
      param: 'container',
    });
    await expect(open({ containerId: 'cntr_0' }, 'ada')).rejects.toMatchObject({ code: 'invalid-request' });
    now += 21 * 60_000;
    await expect(open({ containerId }, 'ada')).rejects.toThrow('it has expired');
  });

  it('continues with variables and files in the same process', async () => {
    const runner = start();
    const { containerId } = await call(runner, 'x = 41\nopen("a.txt", "w").write("kept")');
    const next = await call(runner, 'x + 1, open("a.txt").read()', { containerId });
    expect(next.hosted).toMatchObject({ stdout: "(42, 'kept')\n", files: [] });
    expect(textOf(next)).not.toContain('notice');
  });

  it('continues with files on another replica, and reports that variables are lost', async () => {
    const { containerId } = await call(start(), 'x = 41\nopen("a.txt", "w").write("kept")');
    const other = await call(start(), 'open("b.txt", "w").write(open("a.txt").read())', { containerId });
    expect(textOf(other)).toContain('notice: The Python process was restarted before this call');
    // The first replica still has a process, with other variables and without the new file.
    const [first] = runners;
    if (first === undefined) throw new Error('There is no first replica.');
    const back = await call(first, 'open("b.txt").read(), "x" in globals()', { containerId });
    expect(back.hosted).toMatchObject({ stdout: "('kept', False)\n" });
    expect(textOf(back)).toContain('notice: The Python process was restarted');
  });

  it('uses the container of the conversation', async () => {
    const runner = start();
    const { containerId, hosted } = await call(runner, 'x = 1');
    const message: Message = {
      role: 'tool',
      parts: [{ type: 'tool-result', callId: 'c1', kind: 'function', content: [], ...(hosted && { hosted }) }],
    };
    const next = await call(runner, 'x', {}, { messages: () => [message] });
    expect(next).toMatchObject({ containerId, hosted: { stdout: '1\n' } });
    now += 21 * 60_000;
    const late = await call(runner, '1', {}, { messages: () => [message] });
    expect(late.containerId).not.toBe(containerId);
    expect(textOf(late)).toContain('notice: The earlier container has expired');
  });

  it('uses the container of a call that failed, where it exists', async () => {
    const runner = start();
    const { containerId } = await call(runner, 'open("a", "w").write("kept")');
    const failedIn = (id: string): Message => ({
      role: 'tool',
      parts: [
        {
          ...{ type: 'tool-result', callId: 'c1', kind: 'function', content: [] },
          hosted: { type: 'failed', code: 'unavailable', containerId: id },
        },
      ],
    });
    const next = await call(runner, 'open("a").read()', {}, { messages: () => [failedIn(containerId)] });
    expect(next).toMatchObject({ containerId, hosted: { stdout: "'kept'\n" } });
    const other = await call(runner, '1', {}, { messages: () => [failedIn('cntr_never_created')] });
    expect(textOf(other)).toBe('<stdout>\n1\n</stdout>');
  });

  it('reports the time limit, stores the files of the call, and reports lost variables', async () => {
    const runner = start({ callMs: 700 });
    const late = await call(runner, 'x = 1\nopen("a", "w").write("kept")\nprint("b")\nwhile True: pass');
    expect(late).toMatchObject({
      isError: true,
      hosted: { endedBy: 'time-limit', stdout: 'b\n', files: [{ filename: 'a', bytes: 4 }] },
    });
    expect(textOf(late)).toContain('<stdout>\nb\n</stdout>');
    expect(textOf(late)).toContain('all variables are gone');
    const next = await call(runner, 'open("a").read(), "x" in globals()', { containerId: late.containerId });
    expect(next.hosted).toMatchObject({ stdout: "('kept', False)\n" });
    expect(textOf(next)).not.toContain('restarted');
  });

  it('throws cancelled within 200 ms of an abort, and the container goes on with its files', async () => {
    const runner = start();
    const { containerId } = await call(runner, 'open("a", "w").write("kept")');
    const control = new AbortController();
    const running = call(runner, 'while True: pass', { containerId }, { signal: control.signal });
    await new Promise((resolve) => setTimeout(resolve, 300));
    const aborted = performance.now();
    control.abort();
    await expect(running).rejects.toMatchObject({ code: 'cancelled' });
    expect(performance.now() - aborted).toBeLessThan(200);
    expect((await call(runner, 'open("a").read()', { containerId })).hosted).toMatchObject({ stdout: "'kept'\n" });
  });

  it('ends the processes of a container that another replica has deleted', async () => {
    const runner = start();
    const [kept, deleted] = [await call(runner, '1'), await call(runner, '2')];
    expect(runner.running).toBe(2);
    await store.deleteContainer('ada', deleted.containerId);
    for (let wait = 0; wait < 100 && runner.running > 1; wait += 1)
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect(runner.running).toBe(1);
    expect(await call(runner, '3', { containerId: kept.containerId })).toMatchObject({ hosted: { stdout: '3\n' } });
  });

  it('counts the processes of a container that the store was slow to create', async () => {
    const runner = start();
    const create = store.createContainer.bind(store);
    store.createContainer = async (...values) => {
      await new Promise((resolve) => setTimeout(resolve, 2_500));
      return await create(...values);
    };
    expect(await call(runner, '1')).toMatchObject({ hosted: { stdout: '1\n' } });
    expect(runner.running).toBe(1);
  });

  it('ends idle processes of other containers before it starts too many', async () => {
    const runner = start({ maxRunningPerOwner: 2 });
    for (let n = 0; n < 4; n += 1) await call(runner, '1');
    expect(runner.running).toBe(2);
    const busy = [call(runner, 'import time; time.sleep(1)'), call(runner, 'import time; time.sleep(1)')];
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(await call(runner, '1')).toMatchObject({ hosted: { type: 'failed', code: 'too-many-requests' } });
    expect(await call(runner, '1', {}, { owner: 'bob' })).toMatchObject({ hosted: { stdout: '1\n' } });
    await Promise.all(busy);
  });

  it('stores files up to the limits, and reports the others', async () => {
    const runner = start({ maxFilesPerContainer: 3 });
    const outcome = await call(
      runner,
      'import os\nfor n in range(5): open(f"{n}", "w").write("x")\nos.symlink("/etc/passwd", "l")',
    );
    expect(outcome.hosted?.type === 'code' ? outcome.hosted.files.length : 0).toBe(3);
    expect(textOf(outcome)).toContain('notice: 2 files were not stored');
    expect(textOf(outcome)).toContain('notice: 1 entries were not stored: they are links');
    const big = await call(runner, 'open("big", "wb").write(b"x" * 11_000_000)');
    expect(textOf(big)).toContain('notice: 1 files were not stored');
    expect(store.fileIds).toHaveLength(3);
  });

  it('passes the quota of the key to the store, with new containers and with files', async () => {
    const runner = start();
    const create = jest.spyOn(store, 'createContainer');
    const append = jest.spyOn(store, 'appendFileChunk');
    await call(runner, 'open("a", "w").write("x")', {}, { maxStoredBytes: 5_000 });
    expect(create.mock.calls[0]?.[1]).toMatchObject({ maxStoredBytes: 5_000 });
    expect(append.mock.calls[0]?.[4]).toEqual({ ...wide, maxStoredBytes: 5_000 });
  });

  it('replaces and removes stored files as code does', async () => {
    const runner = start();
    const { containerId } = await call(runner, 'open("a", "w").write("1"); open("b", "w").write("1")');
    await call(runner, 'import os\nos.remove("a"); open("b", "w").write("22")', { containerId });
    const { files = [], earlierFiles = [] } = (await store.getContainer('ada', containerId))?.record ?? {};
    expect(files).toMatchObject([{ path: 'b', bytes: 2 }]);
    // A response has named it.
    expect(earlierFiles).toMatchObject([{ path: 'b', bytes: 1 }]);
    expect(store.fileIds.toSorted()).toEqual([...files, ...earlierFiles].map(({ fileId }) => fileId).toSorted());
  });

  it('keeps the last 20 files that code has overwritten', async () => {
    const runner = start();
    const { containerId } = await call(runner, 'open("a", "w").write("0")');
    for (let size = 2; size <= 24; size += 1)
      await call(runner, `open("a", "w").write("x" * ${size})`, { containerId });
    const { earlierFiles = [] } = (await store.getContainer('ada', containerId))?.record ?? {};
    expect(earlierFiles.map(({ bytes }) => bytes)).toEqual(Array.from({ length: 20 }, (_unused, index) => index + 4));
    expect(store.fileIds).toHaveLength(21);
  });

  it('creates, views and changes text files', async () => {
    const tool = await start().open(requestOf(), contextOf());
    const edit = async (input: object): Promise<ServerCallOutcome> =>
      await tool.call('text_editor', JSON.stringify(input));
    expect(await edit({ command: 'create', path: '/mnt/data/d/a.txt', file_text: 'one\ntwo\nthree\n' })).toMatchObject({
      hosted: {
        type: 'code',
        language: 'editor',
        edit: { is_file_update: false },
        files: [{ filename: 'a.txt', bytes: 14 }],
      },
    });
    expect(await edit({ command: 'str_replace', path: 'd/a.txt', old_str: 'two', new_str: '2\n2' })).toMatchObject({
      hosted: {
        edit: { old_start: 1, old_lines: 4, new_lines: 5, lines: [' one', '-two', '+2', '+2', ' three', ' '] },
      },
    });
    expect(await edit({ command: 'view', path: 'd/a.txt', view_range: [2, 3] })).toMatchObject({
      hosted: { edit: { file_type: 'text', content: '2\n2', num_lines: 2, start_line: 2, total_lines: 4 } },
    });
    expect((await tool.call('bash', '{"command": "cat d/a.txt"}')).hosted).toMatchObject({
      stdout: 'one\n2\n2\nthree\n',
    });
    for (const [input, code] of [
      [{ command: 'view', path: 'none' }, 'file-not-found'],
      [{ command: 'view', path: '/etc/passwd' }, 'invalid-input'],
      [{ command: 'view', path: '../a' }, 'invalid-input'],
      [{ command: 'str_replace', path: 'd/a.txt', old_str: '2', new_str: '' }, 'invalid-input'],
      [{ command: 'delete', path: 'd/a.txt' }, 'invalid-input'],
    ] as const)
      expect(await edit(input)).toMatchObject({ isError: true, hosted: { type: 'failed', code } });
  });
});
