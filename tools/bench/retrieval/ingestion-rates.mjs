// How fast files become searchable without an embedding model: reading, splitting, indexing and publishing.
import { ingestFile, readDocument } from '../../../packages/hosted-tools/dist/index.js';
import { median } from '../http/numbers.mjs';
import { textOf } from './facts.mjs';

const owner = 'ingestion';
const megabyte = 1_000_000;

const formats = {
  text: { mediaType: 'text/plain', encode: (paragraphs) => paragraphs.join('\n\n') },
  HTML: {
    mediaType: 'text/html',
    encode: (paragraphs) =>
      `<!doctype html><html><body><article><h1>Facts</h1>${paragraphs.map((text) => `<p>${text}</p>`).join('')}</article></body></html>`,
  },
};

/** Megabytes a second of each format, as medians of alternating rounds. */
export async function ingestionRates(store, { rounds, progress }) {
  const now = Date.now();
  await store.createVectorStore({ id: 'ingestion', owner, createdAt: now, name: 'ingestion', metadata: {} });
  const rates = Object.fromEntries(Object.keys(formats).map((name) => [name, []]));
  for (let round = -1; round < rounds; round += 1) {
    for (const [name, format] of Object.entries(formats)) {
      const rate = await ingest(store, `${name}-${round + 1}`, format);
      if (round >= 0) rates[name].push(rate);
    }
    progress(`ingestion: round ${Math.max(0, round + 1)} of ${rounds}`);
  }
  return Object.fromEntries(Object.entries(rates).map(([name, some]) => [name, median(some)]));
}

async function ingest(store, id, { mediaType, encode }) {
  const bytes = Buffer.from(encode(paragraphsOf(2 * megabyte)));
  const file = { id, owner, filename: id, mediaType, size: bytes.length };
  await store.attachFiles(owner, 'ingestion', [
    {
      fileId: id,
      filename: id,
      attributes: {},
      chunkLengths: { maxTokens: 800, overlapTokens: 400 },
      createdAt: Date.now(),
    },
  ]);
  const lease = await store.claimIngestion(60_000);
  const started = performance.now();
  const outcome = await ingestFile(
    lease,
    {
      store: {
        getFile: async () => file,
        readFileChunk: async () => bytes,
        publishFile: (...given) => store.publishFile(...given),
        failIngestion: (...given) => store.failIngestion(...given),
      },
      readDocument,
      embedding: () => undefined,
    },
    { maxFileBytes: 32 * megabyte, maxChunks: 20_000 },
    { signal: new AbortController().signal, requestId: id, owner },
  );
  const seconds = (performance.now() - started) / 1000;
  if (outcome.type !== 'completed') throw new Error(`the ingestion of ${id} ended as ${JSON.stringify(outcome)}`);
  return bytes.length / megabyte / seconds;
}

/** At least this many bytes of text. */
function paragraphsOf(bytes) {
  const paragraphs = [];
  for (let length = 0; length < bytes; length += paragraphs.at(-1).length + 2)
    paragraphs.push(textOf(paragraphs.length));
  return paragraphs;
}
