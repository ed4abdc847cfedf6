import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EngineError } from '@org/engine';
import { ModelFolder, type PullOptions } from '#src/model-files/model-folder.js';
import { ModelHub, type HubOptions } from '#src/model-files/model-hub.js';
import { formatModelReference, parseModelReference, shardsOf } from '#src/model-files/model-reference.js';
import { deliverAsAsked, startHubServer, type HubServer } from '#src/testing/hub-server.js';

const name = 'hf:org/repo-GGUF/small-q4.gguf';
const remote = '/org/repo-GGUF/resolve/main/small-q4.gguf';
const content = randomBytes(300_000);

let server: HubServer;
let rootFolder: string;
let folder: ModelFolder;
const hubs: ModelHub[] = [];
beforeEach(async () => {
  server = await startHubServer();
  server.files.set(remote, content);
  rootFolder = await mkdtemp(join(tmpdir(), 'model-files-'));
  folder = new ModelFolder(join(rootFolder, 'models'));
});
afterEach(async () => {
  await Promise.all(hubs.splice(0).map((hub) => hub.close()));
  await server.close();
  await rm(rootFolder, { recursive: true, force: true });
});

function pull(
  options: Partial<PullOptions> & { readonly reference?: string; readonly hub?: HubOptions } = {},
): Promise<string> {
  const { reference = name, hub: hubOptions = {}, ...rest } = options;
  const hub = new ModelHub({ endpoint: server.endpoint, ...hubOptions });
  hubs.push(hub);
  return folder.pull(parseModelReference(reference), hub, {
    signal: new AbortController().signal,
    retryDelay: 1,
    ...rest,
  });
}

async function failure(options?: Parameters<typeof pull>[0]): Promise<EngineError> {
  const error = await pull(options).catch((thrown: unknown) => thrown);
  if (!(error instanceof EngineError)) throw new Error(`expected an EngineError, got ${String(error)}`);
  return error;
}

const remainingFiles = (): Promise<string[]> => readdir(join(folder.path, 'org', 'repo-GGUF')).catch(() => []);

describe('a name of a model file', () => {
  it.each([
    [name, { repo: 'org/repo-GGUF', file: 'small-q4.gguf', revision: 'main' }],
    ['hf:o/r/sub/a b.gguf@v1.0', { repo: 'o/r', file: 'sub/a b.gguf', revision: 'v1.0' }],
  ])('%s is read, and written again', (text, expected) => {
    expect(parseModelReference(text)).toEqual(expected);
    expect(formatModelReference(parseModelReference(text))).toBe(text);
  });

  it.each([
    ['hf:'],
    ['hf:org/repo'],
    ['hf:org/repo/a.bin'],
    ['hf:../repo/a.gguf'],
    ['hf:org/../../etc/a.gguf'],
    ['hf:org/repo/../../../a.gguf'],
    ['hf:org/repo/.a.gguf'],
    ['hf:org/repo//a.gguf'],
    ['hf:org/repo/a.gguf@../x'],
    ['a.gguf'],
  ])('%s is none', (text) => {
    expect(() => parseModelReference(text)).toThrow('the form is hf:ORG/REPO/FILE.gguf');
  });

  it('resolves any shard to all shards', () => {
    expect(shardsOf(parseModelReference('hf:o/r/q/m-00002-of-00003.gguf')).map(({ file }) => file)).toEqual([
      'q/m-00001-of-00003.gguf',
      'q/m-00002-of-00003.gguf',
      'q/m-00003-of-00003.gguf',
    ]);
  });
});

describe('pulling', () => {
  it('downloads, verifies and reports progress', async () => {
    const progress: number[] = [];
    const path = await pull({ onProgress: (_, received, size) => progress.push(received / size) });
    expect(path).toBe(join(folder.path, 'org/repo-GGUF/small-q4.gguf'));
    expect((await readFile(path)).equals(content)).toBe(true);
    expect(await remainingFiles()).toEqual(['small-q4.gguf']);
    expect(progress.at(-1)).toBe(1);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
  });

  it('does not download an existing file', async () => {
    await pull();
    server.requests.length = 0;
    await pull();
    expect(server.requests).toEqual([]);
  });

  it('sends the token to the hub but not to redirect targets', async () => {
    await pull({ hub: { token: 'hf_secret' } });
    expect(server.requests.map(({ from, authorization }) => [from, authorization])).toEqual([
      ['hub', 'Bearer hf_secret'],
      ['bytes', undefined],
    ]);
  });

  it('accepts a token with a trailing line break and rejects an unsendable one', async () => {
    await pull({ hub: { token: 'hf_secret\n' } });
    expect(server.requests[0]?.authorization).toBe('Bearer hf_secret');
    expect(() => new ModelHub({ token: 'two words' })).toThrow(
      'HF_TOKEN must consist of ASCII characters without spaces',
    );
  });

  it('resumes after a disconnect and resolves the location again', async () => {
    let disconnects = 0;
    server.deliver = (complete, request, response) => {
      if ((disconnects += 1) > 3) {
        deliverAsAsked(complete, request, response);
        return;
      }
      const from = Number(/\d+/.exec(request.headers.range ?? '')?.[0] ?? 0);
      response.writeHead(from === 0 ? 200 : 206, {
        'content-range': `bytes ${from}-${complete.length - 1}/${complete.length}`,
      });
      response.write(complete.subarray(from, from + 50_000), () => setTimeout(() => response.destroy(), 20));
    };
    expect((await readFile(await pull())).equals(content)).toBe(true);
    const ranges = server.requests.flatMap(({ from, range }) => (from === 'bytes' ? [range] : []));
    expect(ranges).toEqual([undefined, 'bytes=50000-', 'bytes=100000-', 'bytes=150000-']);
    expect(server.requests.filter(({ from }) => from === 'hub')).toHaveLength(4);
  });

  it('resumes the partial download of an earlier run', async () => {
    const controller = new AbortController();
    server.deliver = (complete, _, response) => void response.writeHead(200).write(complete.subarray(0, 80_000));
    const error = await failure({
      signal: controller.signal,
      onProgress: (_, received) => received === 80_000 && controller.abort(),
    });
    expect(error).toMatchObject({
      code: 'cancelled',
      message: `the download of ${name} was cancelled; the next run resumes the download`,
    });
    expect(await remainingFiles()).toEqual([expect.stringMatching(/^small-q4\.gguf\.[\da-f]{12}\.part$/)]);
    server.deliver = deliverAsAsked;
    expect((await readFile(await pull())).equals(content)).toBe(true);
    expect(server.requests.at(-1)?.range).toBe('bytes=80000-');
  });

  it.each(['begin together', 'follow each other', 'follow each other, over a server that cannot begin in the middle'])(
    'serves two runs that %s',
    async (how) => {
      const parts: (() => void)[] = [];
      server.deliver = (complete, request, response) => {
        const from = how.endsWith('middle') ? 0 : Number(/\d+/.exec(request.headers.range ?? '')?.[0] ?? 0);
        response.writeHead(from === 0 ? 200 : 206, {
          'content-range': `bytes ${from}-${complete.length - 1}/${complete.length}`,
        });
        // Sends the first half at once, the second when both runs are connected.
        response.write(complete.subarray(from, Math.max(from, 150_000)));
        parts.push(() => response.end(complete.subarray(Math.max(from, 150_000))));
        if (parts.length === 2) setTimeout(() => parts.forEach((part) => part()), 20);
      };
      const started = Promise.withResolvers<void>();
      const first = pull({ onProgress: () => started.resolve() });
      if (how !== 'begin together') await started.promise;
      const paths = await Promise.all([first, pull()]);
      expect(new Set(paths).size).toBe(1);
      expect((await readFile(paths[0] ?? '')).equals(content)).toBe(true);
      expect(await remainingFiles()).toEqual(['small-q4.gguf']);
    },
  );

  it('restarts with a server that does not support ranges', async () => {
    let first = true;
    server.deliver = (complete, _, response) => {
      response.writeHead(200);
      if (first) response.write(complete.subarray(0, 60_000), () => setTimeout(() => response.destroy(), 20));
      else response.end(complete);
      first = false;
    };
    expect((await readFile(await pull())).equals(content)).toBe(true);
  });

  it('does not resume a partial download of another version of the file', async () => {
    server.deliver = (complete, _, response) => void response.writeHead(200).write(complete.subarray(0, 80_000));
    const controller = new AbortController();
    await failure({ signal: controller.signal, onProgress: () => controller.abort() });
    const next = randomBytes(200_000);
    server.files.set(remote, next);
    server.deliver = deliverAsAsked;
    expect((await readFile(await pull())).equals(next)).toBe(true);
  });

  it('resumes after an outage that includes the hub', async () => {
    let outage = 0;
    server.deliver = (complete, _, response) => {
      server.deliver = deliverAsAsked;
      outage = 3;
      response.writeHead(200).write(complete.subarray(0, 50_000), () => setTimeout(() => response.destroy(), 20));
    };
    server.hub = (_, response) => {
      if (outage === 0) return false;
      outage -= 1;
      response.destroy();
      return true;
    };
    expect((await readFile(await pull())).equals(content)).toBe(true);
    expect(server.requests.at(-1)?.range).toBe('bytes=50000-');
  });

  it('waits as long as a busy hub asks for', async () => {
    const asked: number[] = [];
    server.hub = (_, response) => {
      if (asked.push(performance.now()) > 1) return false;
      response.writeHead(429, { 'retry-after': '1' }).end();
      return true;
    };
    expect((await readFile(await pull())).equals(content)).toBe(true);
    const [first = 0, second = 0] = asked;
    expect(second - first).toBeGreaterThan(950);
  });

  it('restarts when the name refers to another file after a disconnect', async () => {
    const next = randomBytes(200_000);
    server.deliver = (complete, _, response) => {
      server.deliver = deliverAsAsked;
      response.writeHead(200).write(complete.subarray(0, 50_000), () =>
        setTimeout(() => {
          server.files.set(remote, next);
          response.destroy();
        }, 20),
      );
    };
    expect((await readFile(await pull())).equals(next)).toBe(true);
    expect(await remainingFiles()).toEqual(['small-q4.gguf']);
  });

  it('downloads every shard of a sharded model and opens the first', async () => {
    const shards = [1, 2, 3].map((n) => `m-0000${n}-of-00003.gguf`);
    for (const shard of shards) server.files.set(`/o/r/resolve/main/${shard}`, randomBytes(1000));
    expect(await pull({ reference: 'hf:o/r/m-00002-of-00003.gguf' })).toBe(join(folder.path, 'o/r', shards[0] ?? ''));
    expect((await readdir(join(folder.path, 'o/r'))).toSorted()).toEqual(shards);
  });

  it('follows a repository that was renamed', async () => {
    server.hub = (request, response) => {
      if (request.url?.startsWith('/old/') !== true) return false;
      response.writeHead(307, { location: request.url.replace('/old/', '/org/') }).end();
      return true;
    };
    expect(await pull({ reference: name.replace('org/', 'old/') })).toContain('old/repo-GGUF');
  });
});

describe('a failed pull leaves no file that looks complete', () => {
  it('because the sum is wrong: what came is thrown away', async () => {
    server.lie = true;
    expect((await failure()).message).toBe(
      `${name} does not match the sha256 that the server reports; the partial file was deleted`,
    );
    expect(await remainingFiles()).toEqual([]);
  });

  it('because the server states no sum', async () => {
    server.hub = (_, response) => {
      response.writeHead(200, { etag: '"da39a3ee5e6b4b0d3255bfef95601890afd80709"', 'content-length': 5 }).end();
      return true;
    };
    expect((await failure()).message).toContain('reports no sha256');
    expect(server.requests).toHaveLength(1);
  });

  it('because retry-after of the hub exceeds the maximum delay', async () => {
    server.hub = (_, response) => {
      response.writeHead(429, { 'retry-after': '300' }).end();
      return true;
    };
    expect((await failure()).message).toMatch(/responded with status 429 and asks to retry after 300 s$/);
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    [401, undefined, 'if you have access, set HF_TOKEN'],
    [403, 'hf_secret', 'accept its licence on its page if it requires one'],
    [404, undefined, 'does not exist at 127.0.0.1'],
    [500, undefined, 'responded with status 500'],
  ])('because the hub responds with %i', async (status, token, message) => {
    server.hub = (_, response) => {
      response.writeHead(status).end('no');
      return true;
    };
    const error = await failure({ hub: token === undefined ? {} : { token } });
    expect(error.message).toContain(message);
    expect(error.message).not.toContain('hf_secret');
    expect(existsSync(folder.path)).toBe(false);
  });

  it('because the disk is full, before a byte is downloaded', async () => {
    expect((await failure({ freeBytes: async () => 1_000_000 })).message).toMatch(
      /needs 68 MB in .*, which has 1 MB free/,
    );
    expect(server.requests.some(({ from }) => from === 'bytes')).toBe(false);
  });

  it('because the disk is full in the middle', async () => {
    const { sha256 } = await new ModelHub({ endpoint: server.endpoint }).locate(
      parseModelReference(name),
      new AbortController().signal,
    );
    await mkdir(join(folder.path, 'org/repo-GGUF'), { recursive: true });
    await symlink('/dev/full', join(folder.path, 'org/repo-GGUF', `small-q4.gguf.${sha256.slice(0, 12)}.part`));
    expect((await failure()).message).toMatch(/cannot write .*: ENOSPC$/);
  });

  it('because repeated attempts receive no bytes', async () => {
    server.deliver = (_, __, response) => void response.destroy();
    expect((await failure()).message).toMatch(/cannot download .* the next run resumes the download$/);
    expect(server.requests.filter(({ from }) => from === 'bytes')).toHaveLength(5);
  });

  it('because the file no longer exists after a disconnect', async () => {
    server.deliver = (complete, _, response) => {
      response.writeHead(200).write(complete.subarray(0, 50_000), () =>
        setTimeout(() => {
          server.files.clear();
          response.destroy();
        }, 20),
      );
    };
    expect(await failure()).toMatchObject({ code: 'not-found' });
    expect(server.requests.filter(({ from }) => from === 'hub')).toHaveLength(2);
  });

  it('because the name refers to a different file every time', async () => {
    server.deliver = (complete, _, response) => {
      server.files.set(remote, randomBytes(200_000));
      response.writeHead(200).write(complete.subarray(0, 1), () => setTimeout(() => response.destroy(), 5));
    };
    expect((await failure()).message).toContain('cannot download');
    expect(server.requests.filter(({ from }) => from === 'hub')).toHaveLength(5);
  });

  it('because the server does not respond', async () => {
    expect((await failure({ hub: { endpoint: 'http://127.0.0.1:1' } })).message).toContain('cannot reach 127.0.0.1:1');
    expect(() => new ModelHub({ endpoint: 'file:///etc' })).toThrow('HF_ENDPOINT must be an http or https URL');
  });
});

describe('the folder', () => {
  it('lists complete files and removes a model with all its shards', async () => {
    await pull();
    server.files.set('/o/r/resolve/v1/sub/a.gguf', randomBytes(10));
    await pull({ reference: 'hf:o/r/sub/a.gguf@v1' });
    await writeFile(join(folder.path, 'o', 'own.gguf'), 'not from a hub');
    await writeFile(join(folder.path, 'org/repo-GGUF/small-q4.gguf.0123456789ab.part'), 'begun');
    expect(await folder.list()).toEqual([
      { name: 'hf:o/r/sub/a.gguf@v1', bytes: 10 },
      { name, bytes: content.length },
    ]);
    await folder.remove(parseModelReference(name));
    expect(await readdir(folder.path)).toEqual(['o']);
    await expect(folder.remove(parseModelReference(name))).rejects.toThrow(`${name} is not in ${folder.path}`);
    expect(await new ModelFolder(join(rootFolder, 'nothing')).list()).toEqual([]);
  });
});
