// Files through both official clients over real sockets: each client sees the other's uploads as its own.
import { createHash, randomBytes } from 'node:crypto';
import Anthropic, { NotFoundError as AnthropicNotFound, toFile as toAnthropicFile } from '@anthropic-ai/sdk';
import { fileChunkBytes } from '@org/engine';
import { deletedFileSchema, fileMetadataPageCursorSchema, fileMetadataSchema } from '@org/protocol/messages';
import { fileDeletedSchema, fileObjectSchema, fileObjectsPageSchema } from '@org/protocol/responses';
import OpenAI, { NotFoundError, toFile } from 'openai';
import { scriptedModel } from '../kit/scripts.js';
import { otherKey, startTestService, type TestService } from '../kit/start-service.js';

let service: TestService;
let openai: OpenAI;
let anthropic: Anthropic;
let stranger: OpenAI;
beforeAll(async () => {
  service = await startTestService({ models: { m: scriptedModel() } });
  openai = new OpenAI({ apiKey: service.key, baseURL: `${service.url}/v1`, maxRetries: 0 });
  stranger = new OpenAI({ apiKey: otherKey, baseURL: `${service.url}/v1`, maxRetries: 0 });
  anthropic = new Anthropic({ apiKey: service.key, baseURL: service.url, maxRetries: 0 });
});
afterAll(() => service.close());

const bytesOf = async (response: Response): Promise<Buffer> => Buffer.from(await response.arrayBuffer());
const failure = async (work: Promise<unknown>): Promise<{ status: number; message: string }> =>
  (await work.catch((thrown: unknown) => thrown)) as { status: number; message: string };

describe('the official client of the responses dialect', () => {
  it('uploads a file in many parts and downloads the same bytes', async () => {
    const content = randomBytes(5 * fileChunkBytes + 12_345);
    const file = await openai.files.create({ file: await toFile(content, 'data.bin'), purpose: 'user_data' });
    expect(fileObjectSchema.parse(file)).toMatchObject({
      object: 'file',
      bytes: content.length,
      filename: 'data.bin',
      purpose: 'user_data',
      status: 'processed',
    });
    expect(file).not.toHaveProperty('expires_at');
    const response = await openai.files.content(file.id);
    expect(
      createHash('sha256')
        .update(await bytesOf(response))
        .digest('hex'),
    ).toBe(createHash('sha256').update(content).digest('hex'));
    expect([
      response.headers.get('content-disposition'),
      response.headers.get('x-content-type-options'),
      response.headers.get('content-length'),
    ]).toEqual([`attachment; filename="data.bin"; filename*=UTF-8''data.bin`, 'nosniff', String(content.length)]);
    expect(await openai.files.retrieve(file.id)).toEqual(file);
  });

  it('reports the expiry of a file', async () => {
    const file = await openai.files.create({
      file: await toFile(Buffer.from('a'), 'a.txt'),
      purpose: 'vision',
      expires_after: { anchor: 'created_at', seconds: 3600 },
    });
    expect(file.expires_at).toBe(file.created_at + 3600);
    const batch = await openai.files.create({ file: await toFile(Buffer.from('{}'), 'a.jsonl'), purpose: 'batch' });
    expect(batch.expires_at).toBe(batch.created_at + 30 * 86_400);
  });

  it('lists files page by page, the newest first, and by purpose', async () => {
    const ids: string[] = [];
    for (const name of ['1', '2', '3'])
      ids.unshift(
        (await openai.files.create({ file: await toFile(Buffer.from(name), name), purpose: 'fine-tune' })).id,
      );
    const listed: string[] = [];
    for await (const { id } of openai.files.list({ purpose: 'fine-tune', limit: 2 })) listed.push(id);
    expect(listed.toSorted()).toEqual(ids.toSorted());
    const page = await openai.files.list({ purpose: 'fine-tune', limit: 2, order: 'asc' });
    expect(page.has_more).toBe(true);
    expect(
      fileObjectsPageSchema.parse(
        JSON.parse(
          JSON.stringify({
            object: 'list',
            data: page.data,
            has_more: true,
            first_id: page.data[0]?.id,
            last_id: page.data[1]?.id,
          }),
        ),
      ).data,
    ).toHaveLength(2);
    expect((await openai.files.list({ purpose: 'evals' })).data).toEqual([]);
  });

  it("deletes a file, which then responds like a missing file and like another key's file", async () => {
    const { id } = await openai.files.create({ file: await toFile(Buffer.from('a'), 'a'), purpose: 'user_data' });
    const other = await Promise.all(
      [stranger.files.retrieve(id), stranger.files.delete(id), stranger.files.content(id)].map(failure),
    );
    expect((await stranger.files.list()).data).toEqual([]);
    expect(fileDeletedSchema.parse(await openai.files.delete(id))).toEqual({ id, object: 'file', deleted: true });
    const missing = await Promise.all(
      [openai.files.retrieve(id), openai.files.delete(id), openai.files.content(id)].map(failure),
    );
    for (const thrown of [...other, ...missing]) expect(thrown).toBeInstanceOf(NotFoundError);
    expect(other.map(({ message }) => message)).toEqual(missing.map(({ message }) => message));
    expect(missing[0]?.message).toBe('404 There is no file with this id.');
  });
});

describe('the official client of the messages dialect', () => {
  it('uploads, reads, lists and deletes in its own format', async () => {
    const file = await anthropic.files.upload({
      file: await toAnthropicFile(Buffer.from('hello'), 'notes.md', { type: 'text/markdown' }),
      expires_in_seconds: 7200,
    });
    expect(fileMetadataSchema.parse(file)).toMatchObject({
      type: 'file',
      filename: 'notes.md',
      mime_type: 'text/markdown',
      size_bytes: 5,
      downloadable: true,
    });
    expect(Date.parse(file.expires_at ?? '') - Date.parse(file.created_at)).toBe(7_200_000);
    expect(await anthropic.files.retrieveMetadata(file.id)).toEqual(file);
    expect((await bytesOf(await anthropic.files.download(file.id))).toString()).toBe('hello');
    expect((await anthropic.files.list({ ids: [file.id, 'file_none', file.id] })).data).toEqual([file]);
    const listed: string[] = [];
    for await (const { id } of anthropic.files.list({ limit: 1 })) listed.push(id);
    expect(listed).toContain(file.id);
    expect(new Set(listed).size).toBe(listed.length);
    expect(deletedFileSchema.parse(await anthropic.files.delete(file.id))).toEqual({
      id: file.id,
      type: 'file_deleted',
    });
    expect(await failure(anthropic.files.retrieveMetadata(file.id))).toBeInstanceOf(AnthropicNotFound);
  });

  it("sees the other client's upload with a type inferred from the name", async () => {
    const { id } = await openai.files.create({
      file: await toFile(Buffer.from('%PDF-1.4'), 'paper.pdf'),
      purpose: 'user_data',
    });
    expect(await anthropic.files.retrieveMetadata(id)).toMatchObject({
      id,
      filename: 'paper.pdf',
      mime_type: 'application/pdf',
      expires_at: null,
    });
    const page = await anthropic.files.list({ limit: 1 });
    expect(fileMetadataPageCursorSchema.parse({ data: page.data, next_page: page.next_page }).next_page).toBe(
      page.data[0]?.id,
    );
    const { id: other } = await anthropic.files.upload({ file: await toAnthropicFile(Buffer.from('x'), 'x.txt') });
    expect(await openai.files.retrieve(other)).toMatchObject({ filename: 'x.txt', purpose: 'user_data', bytes: 1 });
  });
});
