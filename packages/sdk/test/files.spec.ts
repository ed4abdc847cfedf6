// Files: the upload form, the list, and the downloaded bytes.
import { ModelResponseClient, StreamError } from '#src/index.js';
import { listen, sendJson, type Loopback } from './loopback.js';

let server: Loopback;
afterEach(() => server.close());

const connect = (): ModelResponseClient =>
  new ModelResponseClient({ baseUrl: server.url, apiKey: 'secret', maxRetries: 0 });

/** The form of the last request, read by an independent parser. */
async function sentForm(): Promise<FormData> {
  const { headers, body } = server.requests.at(-1) ?? { headers: {}, body: '' };
  return await new Response(body, { headers: { 'content-type': headers['content-type'] ?? '' } }).formData();
}

describe('a file', () => {
  it('is sent as a form, with its name, its type, and what it is for', async () => {
    server = await listen((response) => sendJson(response, 200, { id: 'file_1' }));
    expect(
      await connect().files.create({
        file: new File(['hello'], 'a.txt', { type: 'text/plain' }),
        expires_after: { anchor: 'created_at', seconds: 3600 },
      }),
    ).toEqual({ id: 'file_1' });
    const form = await sentForm();
    const file = form.get('file');
    expect(file instanceof File ? [file.name, file.type, await file.text()] : file).toEqual([
      'a.txt',
      'text/plain',
      'hello',
    ]);
    expect([form.get('purpose'), form.get('expires_after[anchor]'), form.get('expires_after[seconds]')]).toEqual([
      'user_data',
      'created_at',
      '3600',
    ]);
    expect(server.requests[0]).toMatchObject({ method: 'POST', url: '/v1/files' });
  });

  it('may be a blob that is given a name', async () => {
    server = await listen((response) => sendJson(response, 200, {}));
    await connect().files.create({ file: new Blob(['x']), filename: 'b.md', purpose: 'vision' });
    const file = (await sentForm()).get('file');
    expect(file instanceof File ? file.name : file).toBe('b.md');
  });

  it.each([['"a"; b="c'], ['a\r\nb'], ['über 100%.txt']])('may have any name, such as %j', async (filename) => {
    server = await listen((response) => sendJson(response, 200, {}));
    await connect().files.create({ file: new Blob(['x']), filename });
    const file = (await sentForm()).get('file');
    expect(file instanceof File ? [file.name, await file.text()] : file).toEqual([filename, 'x']);
  });

  it('has a line break, dashes and what is no text in it, byte by byte', async () => {
    const bytes = new Uint8Array(256).map((_, index) => index);
    let sent = Buffer.alloc(0);
    server = await listen((response) => sendJson(response, 200, {}));
    const { files } = new ModelResponseClient({
      baseUrl: server.url,
      apiKey: 'secret',
      fetch: async (url, init) => {
        sent = Buffer.from(await new Response(init.body ?? null).arrayBuffer());
        return await fetch(url, init);
      },
    });
    await files.create({ file: new Blob(['\r\n--', bytes, '--\r\n']), filename: 'a' });
    expect(sent.includes(Buffer.concat([Buffer.from('\r\n\r\n\r\n--'), bytes, Buffer.from('--\r\n\r\n--')]))).toBe(
      true,
    );
    expect(server.requests[0]?.headers['content-length']).toBe(String(sent.length));
  });

  it.each([['/etc/hosts'], [new Uint8Array(1)], [undefined]])(
    'is not %o: the error names the accepted values',
    async (file) => {
      server = await listen((response) => sendJson(response, 200, {}));
      const call = connect().files.create({ file: file as unknown as Blob });
      await expect(call).rejects.toThrow(
        new TypeError(
          'file must be a File or a Blob, such as `new Blob([bytes])`, or the result of `openAsBlob(path)` of node:fs.',
        ),
      );
      expect(server.requests).toEqual([]);
    },
  );

  it('is one of a paginated list', async () => {
    server = await listen((response, attempt) =>
      sendJson(response, 200, {
        object: 'list',
        data: [{ id: `f${attempt}` }],
        first_id: '',
        last_id: `f${attempt}`,
        has_more: attempt === 0,
      }),
    );
    const ids: string[] = [];
    for await (const { id } of connect().files.list({ limit: 1, purpose: 'vision' })) ids.push(id);
    expect(ids).toEqual(['f0', 'f1']);
    expect(server.requests.map(({ url }) => url)).toEqual([
      '/v1/files?limit=1&purpose=vision',
      '/v1/files?limit=1&purpose=vision&after=f0',
    ]);
  });

  it('is downloaded as its bytes', async () => {
    const content = Buffer.from(Array.from({ length: 100_000 }, (_, n) => n % 251));
    server = await listen((response) => response.writeHead(200, { 'content-length': content.length }).end(content));
    const chunks: Uint8Array[] = [];
    for await (const chunk of connect().files.content('f/1')) chunks.push(chunk);
    expect(Buffer.concat(chunks).equals(content)).toBe(true);
    expect(server.requests[0]?.url).toBe('/v1/files/f%2F1/content');
  });

  it('that is aborted differs from one that is complete', async () => {
    server = await listen((response) => {
      response.writeHead(200, { 'content-length': 100 }).write('a part');
      setTimeout(() => response.destroy(), 20);
    });
    const read = async (): Promise<void> => {
      for await (const _ of connect().files.content('f1'));
    };
    await expect(read()).rejects.toThrow(StreamError);
  });
});
