// Validation of uploads, and the handling of rejected, repeated and aborted ones.
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { fileChunkBytes, type Store } from '@org/engine';
import { STORE } from '#src/engine/tokens.js';
import { scriptedModel, textResponse } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';
import { formOf, upload, uploadedId } from './upload.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({
    models: { m: scriptedModel(...textResponse('Hello.')) },
    config: { files: { maxBytes: 2_000_000, maxFilesPerOwner: 4, maxBytesPerOwner: 3_000_000 } },
  });
});
afterAll(() => service.close());
afterEach(async () => {
  for (const { id } of (await list()).data)
    await fetch(`${service.url}/v1/files/${id}`, { method: 'DELETE', headers: service.responsesHeaders });
});

const list = async (): Promise<{ data: { id: string }[] }> =>
  (await (await fetch(`${service.url}/v1/files`, { headers: service.responsesHeaders })).json()) as {
    data: { id: string }[];
  };
const purpose = { purpose: 'user_data' };
const errorOf = async (response: Response): Promise<unknown> => [
  response.status,
  ((await response.json()) as { error: { message: string } }).error.message,
];
/** Owner of the files. */
const owner = 'name:alice';
/** Whether the store has no file of alice, unfinished uploads included. */
const hasSpace = async (): Promise<boolean> => {
  const store = service.app.get<Store>(STORE);
  const taken = await store.createFile({ owner, id: 'file_probe', createdAt: 1 }, { files: 1, bytes: 1 });
  await store.deleteFile(owner, 'file_probe');
  return taken;
};

describe('an upload', () => {
  it.each<[string, () => FormData, [number, string]]>([
    [
      'without a file',
      () => {
        const form = new FormData();
        form.append('purpose', 'user_data');
        return form;
      },
      [400, 'file: is required.'],
    ],
    [
      'whose file has another name',
      () => {
        const form = new FormData();
        form.append('upload', new File(['x'], 'x'));
        return form;
      },
      [400, 'file: the file part of the form must have this name.'],
    ],
    [
      'of two files',
      () => {
        const form = formOf('x', 'x', purpose);
        form.append('file', new File(['y'], 'y'));
        return form;
      },
      [400, 'The form has too many parts; it may have one file and a few fields.'],
    ],
    ['without a purpose', () => formOf('x', 'x'), [400, 'purpose: is required.']],
    [
      'with a purpose that is none',
      () => formOf('x', 'x', { purpose: 'fun' }),
      [400, 'purpose: must be one of assistants, batch, fine-tune, vision, user_data, evals.'],
    ],
    [
      'that expires too soon',
      () => formOf('x', 'x', { ...purpose, 'expires_after[anchor]': 'created_at', 'expires_after[seconds]': '60' }),
      [400, 'expires_after[seconds]: must be an integer from 3600 to 2592000.'],
    ],
    [
      'that expires from another time on',
      () =>
        formOf('x', 'x', { ...purpose, 'expires_after[anchor]': 'last_active_at', 'expires_after[seconds]': '3600' }),
      [400, 'expires_after[anchor]: must be created_at.'],
    ],
    [
      'of a file that is too large',
      () => formOf(new Uint8Array(2_000_001), 'x', purpose),
      [413, 'file: must have at most 2000000 bytes.'],
    ],
    [
      'of a form that is too large',
      () => formOf(new Uint8Array(2_200_000), 'x', purpose),
      [413, 'The body is larger than the 2065536 bytes that this path allows.'],
    ],
  ])('rejects %s and stores nothing of it', async (_, form, expected) => {
    expect(await errorOf(await upload(service, form()))).toEqual(expected);
    expect(await list()).toMatchObject({ data: [] });
    expect(await hasSpace()).toBe(true);
  });

  it('is rejected when it is not a form', async () => {
    expect(await errorOf(await service.post('/v1/files', { purpose: 'user_data' }))).toEqual([
      415,
      'content-type: must be multipart/form-data.',
    ]);
    const broken = (body: string): Promise<Response> =>
      fetch(`${service.url}/v1/files`, {
        method: 'POST',
        headers: { ...service.responsesHeaders, 'content-type': 'multipart/form-data; boundary=x' },
        body,
      });
    expect(await errorOf(await broken('no form at all'))).toEqual([
      400,
      'The body is not a valid form (multipart/form-data).',
    ]);
    expect(
      await errorOf(await broken('--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\ncut off')),
    ).toEqual([400, 'The body is not a valid form (multipart/form-data).']);
    expect(
      await errorOf(await fetch(`${service.url}/v1/files`, { method: 'POST', headers: service.responsesHeaders })),
    ).toEqual([400, 'The body is empty; a form (multipart/form-data) with a file was expected.']);
    expect(
      (
        await service.post('/v1/responses', 'x', {
          ...service.responsesHeaders,
          'content-type': 'multipart/form-data; boundary=x',
        })
      ).status,
    ).toBe(415);
    expect(await hasSpace()).toBe(true);
  });

  it('is rejected without a length when data after its end exceeds the maximum form size', async () => {
    const form = Buffer.from(
      '--x\r\ncontent-disposition: form-data; name="purpose"\r\n\r\nuser_data\r\n--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\na\r\n--x--\r\n',
    );
    const body = ReadableStream.from([form, ...Array.from({ length: 35 }, () => Buffer.alloc(65_536))]);
    const response = await fetch(`${service.url}/v1/files`, {
      method: 'POST',
      headers: { ...service.responsesHeaders, 'content-type': 'multipart/form-data; boundary=x' },
      body,
      duplex: 'half',
    } as RequestInit);
    expect(await errorOf(response)).toEqual([413, 'The body is larger than the 2065536 bytes that this path allows.']);
    expect(await hasSpace()).toBe(true);
  });

  it('stores the last segment of a file name without characters that a header cannot contain', async () => {
    const id = await uploadedId(service, 'x', "../../a 'quoted' \u{1f600}.txt");
    const response = await fetch(`${service.url}/v1/files/${id}/content`, { headers: service.responsesHeaders });
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="a 'quoted' __.txt"; filename*=UTF-8''a%20%27quoted%27%20%F0%9F%98%80.txt`,
    );
    expect(response.headers.get('content-type')).toBe('text/plain');
    expect(await response.text()).toBe('x');
  });

  it('is returned as an HTML page with its type, but never for inline display', async () => {
    const form = formOf('<script>', 'page.html', purpose, 'text/html');
    const { id } = (await (await upload(service, form)).json()) as { id: string };
    const { headers } = await fetch(`${service.url}/v1/files/${id}/content`, { headers: service.responsesHeaders });
    expect([
      headers.get('content-disposition')?.startsWith('attachment;'),
      headers.get('x-content-type-options'),
      headers.get('content-security-policy'),
    ]).toEqual([true, 'nosniff', "default-src 'none'; frame-ancestors 'none'"]);
  });

  it('warns about unknown fields', async () => {
    const response = await upload(service, formOf('x', 'x', { ...purpose, moon: 'full' }));
    expect([response.status, response.headers.get('x-service-warning')]).toEqual([
      200,
      "ignored moon: 'moon' is unknown; the service ignores it.",
    ]);
  });

  it("is rejected beyond the key's storage limit until a file is deleted", async () => {
    const full = [400, 'Your files have reached their storage quota. Delete some, and try again.'];
    const large = await uploadedId(service, new Uint8Array(1_900_000), 'large');
    expect(await errorOf(await upload(service, formOf(new Uint8Array(1_900_000), 'large', purpose)))).toEqual(full);
    expect(
      await (
        await upload(service, formOf(new Uint8Array(1_900_000), 'large'), { 'anthropic-version': '2023-06-01' })
      ).json(),
    ).toMatchObject({ error: { type: 'invalid_request_error', details: { error_code: 'storage_quota_exceeded' } } });
    for (const name of ['1', '2', '3']) await uploadedId(service, name, name);
    expect(await errorOf(await upload(service, formOf('x', 'x', purpose)))).toEqual(full);
    await fetch(`${service.url}/v1/files/${large}`, { method: 'DELETE', headers: service.responsesHeaders });
    expect((await upload(service, formOf('x', 'x', purpose))).status).toBe(200);
  });

  it('leaves nothing stored when its client disconnects midway', async () => {
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    const head = '--x\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n';
    socket.write(
      `POST /v1/files HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${service.key}\r\ncontent-type: multipart/form-data; boundary=x\r\ncontent-length: 1900000\r\n\r\n${head}`,
    );
    socket.write(Buffer.alloc(fileChunkBytes + 100));
    for (let tries = 0; tries < 100 && (await hasSpace()); tries += 1) await pause(20);
    expect(await hasSpace()).toBe(false);
    socket.destroy();
    for (let tries = 0; tries < 100 && !(await hasSpace()); tries += 1) await pause(20);
    expect(await hasSpace()).toBe(true);
  });
});

describe('an idempotency key', () => {
  const keyed = (content: string, name: string): Promise<Response> =>
    upload(service, formOf(content, 'a.txt', purpose), { 'idempotency-key': name });

  it('returns the same file for the same form and rejects another form', async () => {
    const [first, second, other] = [await keyed('same', 'k1'), await keyed('same', 'k1'), await keyed('other', 'k1')];
    expect([first.status, second.status, other.status]).toEqual([200, 200, 400]);
    expect(await second.text()).toBe(await first.text());
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect((await list()).data).toHaveLength(1);
  });

  it('creates one file for many concurrent uploads and does not recreate it after its deletion', async () => {
    const responses = await Promise.all([keyed('same', 'k2'), keyed('same', 'k2'), keyed('same', 'k2')]);
    const ids = await Promise.all(responses.map(async (response) => ((await response.json()) as { id: string }).id));
    expect(new Set(ids).size).toBe(1);
    expect((await list()).data).toHaveLength(1);
    await fetch(`${service.url}/v1/files/${ids[0]}`, { method: 'DELETE', headers: service.responsesHeaders });
    expect((await keyed('same', 'k2')).status).toBe(404);
  });

  it('is free again after a rejected upload', async () => {
    expect((await upload(service, formOf('x', 'x'), { 'idempotency-key': 'k3' })).status).toBe(400);
    expect((await keyed('x', 'k3')).status).toBe(200);
  });
});
