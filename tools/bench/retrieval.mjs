// The search in vector stores:
// 1. Recall at 5 of searches by words, by vectors and by both, over questions with a known answer. The vectors stand in for a
//    model: they know every synonym of the texts and confuse months, so their recall says nothing about a real one.
// 2. p99 of a search by the number of chunks, on one core, compared with a bare scan of the same vectors.
// 3. Ingestion of text and HTML, in megabytes a second.
//
//   npx nx build @org/api && npx node tools/bench/retrieval.mjs [--store sqlite|postgres] [--chunks 10000,30000] [--rounds 5]
//     [--write]                       rewrites the plots of docs/measurements
import { execFileSync } from 'node:child_process';
import { mkdtempSync, chmodSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCommandLine, stop } from '../command-line.mjs';
import { median, quantile, show } from './http/numbers.mjs';
import { writePlot } from './write-plot.mjs';

const { values } = readCommandLine(import.meta.url, {
  options: {
    store: { type: 'string', default: 'sqlite' },
    chunks: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '5' },
    write: { type: 'boolean', default: false },
  },
});
const sizes = values.chunks.split(',').map(Number);
const rounds = Number(values.rounds);
if (values.store !== 'sqlite' && values.store !== 'postgres') stop('--store is sqlite or postgres');
if (!sizes.every((size, index) => Number.isInteger(size) && size > (sizes[index - 1] ?? 0)))
  stop('--chunks are ascending integers, separated by commas');
if (!Number.isInteger(rounds) || rounds < 1) stop('--rounds is an integer of at least 1');
// Loaded late, so that the usage is available without a build.
const { openPostgresStore, openSqliteStore } = await import('../../packages/stores/dist/index.js');
const { facts, questionOf, textOf } = await import('./retrieval/facts.mjs');
const { fillStore, conceptSpace, search } = await import('./retrieval/filled-store.mjs');
const { ingestionRates } = await import('./retrieval/ingestion-rates.mjs');

const ways = ['lexical', 'vector', 'hybrid'];
const wayNames = { lexical: 'words', vector: 'vectors', hybrid: 'both', scan: 'bare scan' };
const storeNames = { sqlite: 'SQLite', postgres: 'PostgreSQL' };
const searchesPerRound = 60;
const goal = { chunks: 10_000, p99: 50 };
const dimensions = 384;
const embedding = conceptSpace(dimensions);
const print = (text) => process.stdout.write(`${text}\n`);
const progress = (text) => process.stderr.write(`  ${text}\n`);

/** All threads of this process on the first of its cores. */
function pinToOneCore() {
  try {
    const allowed = execFileSync('taskset', ['--cpu-list', '--pid', String(process.pid)], { encoding: 'utf8' });
    const [core] = /(\d+)[\d,-]*\s*$/.exec(allowed)?.slice(1) ?? ['0'];
    execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', core, String(process.pid)], { stdio: 'ignore' });
    return `one core (${core})`;
  } catch {
    return 'all cores: taskset is missing';
  }
}

/** The products of one vector with all others: what no exact search can do without. */
function bareScan(chunks) {
  const all = new Float32Array(chunks * dimensions);
  for (let chunk = 0; chunk < chunks; chunk += 1) all.set(embedding.vectorOf(textOf(chunk)), chunk * dimensions);
  return (vector) => {
    let best = 0;
    for (let at = 0; at < all.length; at += dimensions) {
      let sum = 0;
      for (let index = 0; index < dimensions; index += 1) sum += vector[index] * all[at + index];
      if (sum > best) best = sum;
    }
    return best;
  };
}

async function millisecondsOf(work) {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

async function recallOf(store, way, chunks) {
  const count = 200;
  let found = 0;
  for (let index = 0; index < count; index += 1) {
    const number = (index * 7919) % Math.min(chunks, facts);
    const hits = await search(store, 'bench', questionOf(number), way, embedding);
    if (hits.some(({ text }) => text === textOf(number))) found += 1;
  }
  return found / count;
}

async function measureSearches(store, chunks) {
  const scan = bareScan(chunks);
  const samples = Object.fromEntries([...ways, 'scan'].map((name) => [name, []]));
  const memory = [];
  for (let round = -1; round < rounds; round += 1) {
    for (let index = 0; index < searchesPerRound; index += 1) {
      const question = questionOf((round + 1) * searchesPerRound + index);
      for (const way of ways) {
        const ms = await millisecondsOf(() => search(store, 'bench', question, way, embedding));
        if (round >= 0) samples[way].push(ms);
      }
      const ms = await millisecondsOf(() => scan(embedding.vectorOf(question)));
      if (round >= 0) samples.scan.push(ms);
    }
    if (round >= 0) memory.push(process.memoryUsage.rss() / 2 ** 20);
    progress(`${chunks} chunks: round ${Math.max(0, round + 1)} of ${rounds}`);
  }
  print(
    `${chunks} chunks, memory after ${rounds * searchesPerRound} searches of each way: ${show(memory.at(-1))} MiB, after the first round ${show(memory[0])} MiB`,
  );
  return samples;
}

const folder = mkdtempSync(join(tmpdir(), 'retrieval-bench-'));
chmodSync(folder, 0o755); // PostgreSQL runs as another user.
let server;
let store;
const times = [];
const recalls = [];
try {
  if (values.store === 'postgres') {
    const { PostgresServer } = await import('../reliability/postgres-server.mjs');
    server = await PostgresServer.create(join(folder, 'postgres'));
    store = await openPostgresStore({ url: server.url() });
  } else store = await openSqliteStore({ path: join(folder, 'store.db') });
  print(`${values.store}, ${dimensions} dimensions, ${pinToOneCore()}`);
  let from = 0;
  for (const chunks of sizes) {
    await fillStore(store, 'bench', { from, chunks, ...embedding, progress });
    from = chunks;
    const samples = await measureSearches(store, chunks);
    const p99 = Object.entries(samples).map(([way, taken]) => ({ name: wayNames[way], value: quantile(taken, 0.99) }));
    times.push({ label: `${chunks.toLocaleString('en-GB')} chunks`, bars: p99 });
    for (const [way, taken] of Object.entries(samples)) {
      const ratio = median(taken.map((ms, index) => ms / samples.scan[index]));
      const isGoal = chunks === goal.chunks && values.store === 'sqlite' && way !== 'scan';
      const met = !isGoal || quantile(taken, 0.99) <= goal.p99;
      if (!met) process.exitCode = 1;
      print(
        `${chunks} chunks, ${way}: p50 ${show(median(taken))} ms, p99 ${show(quantile(taken, 0.99))} ms, ${show(ratio)} of a bare scan${isGoal ? ` (goal: p99 at most ${goal.p99} ms) ${met ? 'met' : 'MISSED'}` : ''}`,
      );
    }
    if (chunks <= facts)
      for (const way of ways) {
        const recall = await recallOf(store, way, chunks);
        print(`${chunks} chunks, ${way}: recall at 5 ${show(recall)}`);
        recalls.push({ label: `by ${wayNames[way]}`, bars: [{ name: 'recall at 5', value: recall }] });
      }
  }
  for (const [format, rate] of Object.entries(await ingestionRates(store, { rounds, progress })))
    print(`ingestion of ${format}: ${show(rate)} MB/s`);
  if (values.write) {
    writePlot(`retrieval-${values.store}`, `p99 of a search in ${storeNames[values.store]}, milliseconds`, times);
    if (recalls.length > 0)
      writePlot('retrieval-recall', 'Share of questions whose chunk is among the first five', recalls);
  }
} finally {
  await store?.close();
  await server?.stop('immediate');
  rmSync(folder, { recursive: true, force: true });
}
