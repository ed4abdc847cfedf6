import { EngineError, storageQuotaExceeded } from '@org/engine';
import { type DocumentReader, ingestFile, type IngestionPorts } from '#src/file-search/ingest-file.js';
import { readDocument } from '#src/documents/read-document.js';
import { context, ingestionOf, ScriptedFileStore, scriptedEmbedding } from './scripted-files.js';

const limits = { maxFileBytes: 1_000_000, maxChunks: 1_000 };
const space = { model: 'e', dimensions: 3 };
const text = Buffer.from(`${'Words of the first paragraph. '.repeat(12)}\n\n${'And of the second one. '.repeat(12)}`);

const portsOf = (files: ScriptedFileStore, changes: Partial<IngestionPorts> = {}): IngestionPorts => ({
  store: files.store,
  readDocument,
  embedding: () => undefined,
  ...changes,
});

describe('the ingestion of a file', () => {
  it('publishes its chunks once, without vectors where the vector store has no model', async () => {
    const files = new ScriptedFileStore(text);
    const outcome = await ingestFile(ingestionOf(), portsOf(files), limits, context);
    expect(outcome).toEqual({ type: 'completed', bytes: text.length, chunks: 2, hasVectors: false });
    expect(files.published).toHaveLength(1);
    expect(files.published[0]?.chunks.map((chunk) => [chunk.text.slice(0, 14), chunk.vector])).toEqual([
      ['Words of the f', undefined],
      ['And of the sec', undefined],
    ]);
  });

  it('embeds the chunks in calls of 64 that give way to searches', async () => {
    const long = Buffer.from('Some words of a long file. '.repeat(2_000));
    const model = scriptedEmbedding(3);
    const files = new ScriptedFileStore(long);
    const outcome = await ingestFile(
      ingestionOf({ embedding: space }),
      portsOf(files, { embedding: () => model }),
      limits,
      context,
    );
    expect(outcome).toMatchObject({ type: 'completed', hasVectors: true });
    expect(model.calls.map(({ length }) => length)).toEqual([64, 64, expect.any(Number)]);
    expect(model.purposes).toEqual(['ingestion', 'ingestion', 'ingestion']);
    expect(files.published[0]?.options).toMatchObject({ space });
    expect(files.published[0]?.chunks.every(({ vector }) => vector?.length === 3)).toBe(true);
  });

  it('leaves nothing when the lease is lost', async () => {
    const files = new ScriptedFileStore(text);
    files.publish = async () => false;
    expect(await ingestFile(ingestionOf(), portsOf(files), limits, context)).toEqual({ type: 'lost' });
  });

  it('throws what may succeed later, and writes nothing', async () => {
    const files = new ScriptedFileStore(text);
    const busy = scriptedEmbedding(3, () => new EngineError('rate-limited', 'The model is busy.'));
    const ports = portsOf(files, { embedding: () => busy });
    await expect(ingestFile(ingestionOf({ embedding: space }), ports, limits, context)).rejects.toMatchObject({
      code: 'rate-limited',
    });
    files.publish = async () => Promise.reject(new Error('the connection was lost'));
    await expect(ingestFile(ingestionOf(), portsOf(files), limits, context)).rejects.toThrow('connection');
    expect([files.published, files.failures]).toEqual([[], []]);
  });

  const shortVectors = scriptedEmbedding(2);
  it('throws for vectors of another length than those of the vector store', async () => {
    const files = new ScriptedFileStore(text);
    const ports = portsOf(files, { embedding: () => shortVectors });
    await expect(ingestFile(ingestionOf({ embedding: space }), ports, limits, context)).rejects.toMatchObject({
      code: 'upstream-failed',
    });
  });
});

describe('a file fails', () => {
  const truncated: DocumentReader = async () => ({ type: 'document', sections: [{ text: 'x' }], truncated: true });
  const tooLong = scriptedEmbedding(3, () => new EngineError('invalid-request', 'input.0: is too long.'));
  it.each<[string, ScriptedFileStore, Partial<IngestionPorts>, Partial<typeof limits>, string, RegExp]>([
    ['that is damaged', new ScriptedFileStore(Buffer.from('%PDF-1.7 nothing')), {}, {}, 'invalid_file', /damaged|PDF/],
    ['without text', new ScriptedFileStore(Buffer.from('   \n ')), {}, {}, 'invalid_file', /empty/],
    [
      'of a type without text',
      new ScriptedFileStore(Buffer.from('x'), { mediaType: 'image/png' }),
      {},
      {},
      'unsupported_file',
      /no readable text/,
    ],
    ['that is too large', new ScriptedFileStore(text), {}, { maxFileBytes: 10 }, 'unsupported_file', /10 bytes/],
    [
      'with too many chunks',
      new ScriptedFileStore(text),
      {},
      { maxChunks: 1 },
      'unsupported_file',
      /more than 1 chunks/,
    ],
    [
      'whose text is too long',
      new ScriptedFileStore(text),
      { readDocument: truncated },
      {},
      'unsupported_file',
      /too long/,
    ],
    [
      'whose chunks the embedding model rejects',
      new ScriptedFileStore(text),
      { embedding: () => tooLong },
      {},
      'unsupported_file',
      /shorter chunks/,
    ],
  ])('%s, with the reason', async (_name, files, ports, changes, code, reason) => {
    const ingestion = ingestionOf({ embedding: space });
    const outcome = await ingestFile(ingestion, portsOf(files, ports), { ...limits, ...changes }, context);
    expect(outcome).toMatchObject({ type: 'failed', failure: { code, message: expect.stringMatching(reason) } });
    expect(files.failures).toHaveLength(1);
    expect(files.published).toEqual([]);
  });

  it('when its owner has no storage left', async () => {
    const files = new ScriptedFileStore(text);
    files.publish = async () => Promise.reject(storageQuotaExceeded(20, 10));
    const outcome = await ingestFile(ingestionOf(), portsOf(files), limits, context);
    expect(outcome).toMatchObject({ type: 'failed', failure: { code: 'server_error' } });
  });

  it('when it was deleted in the meantime', async () => {
    const files = new ScriptedFileStore(text);
    const store = { ...files.store, getFile: async () => undefined };
    const outcome = await ingestFile(ingestionOf(), { ...portsOf(files), store }, limits, context);
    expect(outcome).toMatchObject({ type: 'failed', failure: { code: 'invalid_file' } });
  });
});
