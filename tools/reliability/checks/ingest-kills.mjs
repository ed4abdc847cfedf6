// Every file of a vector store is ingested exactly once after any crash, and searches find what they find without one.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { scaled } from '../check.mjs';
import { makeDocuments, queries } from '../sample-documents.mjs';
import { startEmbeddingsUpstream } from '../embeddings-upstream.mjs';
import { none } from '../figure.mjs';
import { inParallel } from '../in-parallel.mjs';
import { loggedIngestions } from '../logged-ingestions.mjs';
import {
  attachFiles,
  createVectorStore,
  listFiles,
  readChunkTexts,
  readVectorStore,
  searchStore,
  uploadFile,
} from '../vector-store-client.mjs';
import { waitUntil } from '../wait-until.mjs';
import { keys, openWorld } from '../world.mjs';

/** Maximum time until all files have ended, in milliseconds. */
const maxWaitMs = 120_000;
/** Searches by words, by vectors and by both. */
const ways = [
  { text: 1, vector: 0 },
  { text: 0, vector: 1 },
  { text: 1, vector: 1 },
];

/** @type {import('../check.mjs').Check} */
export const ingestKills = {
  name: 'ingest-kills',
  goal: 'kill -9 twenty times during 200 ingestions into a vector store: each file is completed or failed exactly once, and searches find what they find without kills',
  stores: ['sqlite', 'postgres'],
  async run({ scale, store, random, progress }) {
    const rounds = scaled(20, scale, 2);
    const size = scaled(200, scale, 20);
    const upstream = await startEmbeddingsUpstream({ delay: () => 20 + random.integer(80) });
    const world = await openWorld({
      store,
      models: {
        hashed: { kind: 'chat-completions', baseUrl: upstream.baseUrl, task: 'embedding' },
      },
      settings: {
        // A file that many kills meet must not fail for that.
        background: { leaseSeconds: 2, attempts: rounds + 2 },
        tools: { fileSearch: { embedding: 'hashed' } },
      },
    });
    const target = () => ({ url: random.pick(world.services).url, key: keys.alice });
    const untilIngested = (id, least) =>
      waitUntil(
        `ingestion into ${id}`,
        async () => {
          const { file_counts: counts } = await readVectorStore(target(), id);
          return counts.in_progress === 0 && counts.total >= least ? counts : undefined;
        },
        { timeoutMs: maxWaitMs, everyMs: 250 },
      );
    try {
      const documents = makeDocuments(size, random.fork('documents'));
      const ids = await inParallel(documents, 8, (file) => uploadFile(target(), file));
      const [killed, clean] = [await createVectorStore(target()), await createVectorStore(target())];
      let interrupting = 0;
      for (let round = 0; round < rounds; round += 1) {
        const share = ids.slice(Math.floor((round * size) / rounds), Math.floor(((round + 1) * size) / rounds));
        await attachFiles(target(), killed, share);
        const early = random.integer(300);
        await pause(early);
        const { file_counts: counts } = await readVectorStore(target(), killed);
        if (counts.in_progress > 0) interrupting += 1;
        const victim = random.pick(world.services);
        await victim.kill();
        await victim.start();
        progress(
          `round ${round + 1} of ${rounds}: killed after ${early} ms with ${counts.in_progress} of ${counts.total} files in progress`,
        );
      }
      const counts = await untilIngested(killed, size);
      progress(`after the kills: ${counts.completed} completed, ${counts.failed} failed; the same files without kills`);
      await attachFiles(target(), clean, ids);
      await untilIngested(clean, size);
      const [files, expected] = [await listFiles(target(), killed), await listFiles(target(), clean)];
      const readable = new Map(ids.map((id, index) => [id, documents[index].isReadable]));
      const logs = readdirSync(world.logFolder).map((name) => join(world.logFolder, name));
      const ended = loggedIngestions(logs);
      return {
        did: `${rounds} kills, ${size} files: ${counts.completed} completed, ${counts.failed} failed; ${queries.length * ways.length} searches`,
        figures: [
          { name: 'kills with files in progress', value: interrupting, atLeast: Math.ceil(rounds / 2) },
          none('files with a wrong end', wrongEnds(files, readable)),
          none('counts that differ from the files', wrongCounts(counts, files)),
          none(
            'files that ended twice',
            [...ended].filter(([, times]) => times > 1).map(([name]) => name),
          ),
          none('usage that differs from a run without kills', differentUsage(files, expected)),
          none('files with other chunks', await differentChunks(target, killed, clean, files)),
          none('searches with other results', await differentSearches(target, killed, clean)),
        ],
      };
    } finally {
      await world.dispose();
      await upstream.close();
    }
  },
};

function wrongEnds(files, readable) {
  const seen = new Map();
  for (const { id } of files) seen.set(id, (seen.get(id) ?? 0) + 1);
  return [
    ...[...readable.keys()]
      .filter((id) => seen.get(id) !== 1)
      .map((id) => `${id} is listed ${seen.get(id) ?? 0} times`),
    ...files
      .filter(({ id, status }) => status !== (readable.get(id) ? 'completed' : 'failed'))
      .map(({ id, status, last_error: error }) => `${id} is ${status}: ${error?.message}`),
  ];
}

function wrongCounts(counts, files) {
  return ['completed', 'failed', 'in_progress', 'cancelled']
    .filter((status) => counts[status] !== files.filter((file) => file.status === status).length)
    .map((status) => `${counts[status]} ${status}`);
}

function differentUsage(files, expected) {
  const usage = new Map(expected.map(({ id, usage_bytes: bytes }) => [id, bytes]));
  return files
    .filter(({ id, usage_bytes: bytes }) => usage.get(id) !== bytes)
    .map(({ id, usage_bytes: bytes }) => `${bytes} instead of ${usage.get(id)} bytes of ${id}`);
}

async function differentChunks(target, killed, clean, files) {
  const completed = files.filter(({ status }) => status === 'completed');
  const compared = await inParallel(completed, 8, async ({ id }) => {
    const [found, wanted] = await Promise.all([killed, clean].map((store) => readChunkTexts(target(), store, id)));
    return JSON.stringify(found) === JSON.stringify(wanted) ? [] : [`${found.length} of ${wanted.length} in ${id}`];
  });
  return compared.flat();
}

async function differentSearches(target, killed, clean) {
  const searches = queries.flatMap((query) => ways.map((weights) => ({ query, weights })));
  const compared = await inParallel(searches, 4, async ({ query, weights }) => {
    const [found, wanted] = await Promise.all(
      [killed, clean].map((store) => searchStore(target(), store, query, weights)),
    );
    const name = `${JSON.stringify(query)} ${weights.text}:${weights.vector}`;
    if (wanted.length === 0) return [`${name} finds nothing`];
    return JSON.stringify(found) === JSON.stringify(wanted) ? [] : [name];
  });
  return compared.flat();
}
