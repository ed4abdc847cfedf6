// The cost of the SQLite store, as ratios to baselines measured in the same run:
// 1. Durable 4 KB documents from 32 writers, compared with one writer thread with group commit that inserts blobs of
//    4 KB into
//    one table and does nothing else (bare-writer.mjs): same durability (WAL, synchronous FULL), no owner, no id, no
//    index, no serialization, no encryption.
// 2. The event-loop delay while the store writes, compared with an idle loop.
// 3. A turn on a chain of 1,000 turns (read the chain, assemble the context, store the turn), compared with a chain
//    of 10.
//
//   npx nx build @org/api && npx node tools/bench/store.mjs [rounds] [seconds a round] [folder on the disk to measure]
//
// The main thread gets its own core, for both sides; with --anywhere the kernel schedules all threads freely.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { readCommandLine, stop } from '../command-line.mjs';
import { openBareWriter } from './bare-writer.mjs';
import { reserveCoreForMainThread } from './thread-affinity.mjs';

const { positionals, values } = readCommandLine(import.meta.url, {
  maxPositionals: 3,
  options: { anywhere: { type: 'boolean', default: false } },
});
const [rounds, seconds] = [positionals[0] ?? 9, positionals[1] ?? 1].map(Number);
if (!Number.isInteger(rounds) || rounds < 1) stop('rounds is an integer of at least 1');
if (!(seconds > 0)) stop('seconds per round is above 0');
// Loaded late, so that the usage is available without a build.
const { assembleContext } = await import('../../packages/engine/dist/index.js');
const { openSqliteStore } = await import('../../packages/stores/dist/index.js');
const { makeTurn, prepareIds, requestAfter } = await import('./store-turns.mjs');
const folder = mkdtempSync(join(positionals[2] ?? tmpdir(), 'store-bench-'));
const writers = 32;
const documentBytes = 4096;
const goals = { rate: 0.6, loopDelay: 1, chain: 3 };

const quantile = (numbers, share) =>
  numbers.toSorted((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * share))];
const median = (numbers) => quantile(numbers, 0.5);
const print = (text) => process.stdout.write(`${text}\n`);

/** The 99th percentile of the event loop's delay while `work` runs, in milliseconds. */
async function loopDelay(work) {
  const histogram = monitorEventLoopDelay({ resolution: 1 });
  histogram.enable();
  await work();
  histogram.disable();
  return histogram.percentile(99) / 1e6;
}

/** Runs all writers for one round: documents per second, and the CPU time of the entire process per document. */
async function write(one) {
  prepareIds(60_000 * seconds);
  let written = 0;
  const started = performance.now();
  const before = process.cpuUsage();
  const until = started + seconds * 1000;
  const delay = await loopDelay(() =>
    Promise.all(
      Array.from({ length: writers }, async (_, writer) => {
        while (performance.now() < until) {
          await one(writer);
          written += 1;
        }
      }),
    ),
  );
  const { user, system } = process.cpuUsage(before);
  return { rate: (written * 1000) / (performance.now() - started), cpu: (user + system) / written, delay };
}

const bare = await openBareWriter(join(folder, 'bare.db'));
const path = join(folder, 'store.db');
let store = await openSqliteStore({ path });
if (!values.anywhere) print(reserveCoreForMainThread());

async function compareWrites() {
  const document = Buffer.alloc(documentBytes, 'd');
  const contenders = {
    limit: () => bare.write(document),
    store: (writer) => store.putTurn(makeTurn({ owner: `owner_${writer}`, bytes: documentBytes })),
  };
  const samples = { limit: [], store: [], idle: [] };
  for (const one of Object.values(contenders)) await write(one);
  for (let round = 0; round < rounds; round += 1) {
    samples.idle.push({ delay: await loopDelay(() => sleep(300)) });
    for (const [name, one] of Object.entries(contenders)) samples[name].push(await write(one));
  }
  const of = (name, what) => median(samples[name].map((sample) => sample[what]));
  for (const name of Object.keys(contenders)) {
    print(
      `${name}: ${of(name, 'rate').toFixed(0)} documents/s, ${of(name, 'cpu').toFixed(0)} us of CPU each, event-loop delay p99 ${of(name, 'delay').toFixed(2)} ms`,
    );
  }
  return {
    rate: of('store', 'rate') / of('limit', 'rate'),
    loopDelay: of('store', 'delay') - of('idle', 'delay'),
    idle: of('idle', 'delay'),
  };
}

/** Runs one turn without generation; returns its id and its duration in milliseconds. */
async function runTurn(owner, previousId) {
  const turn = makeTurn({ owner, previousId, bytes: documentBytes });
  const started = performance.now();
  const earlier = previousId === undefined ? [] : await store.getChain(owner, previousId);
  assembleContext(requestAfter(turn), earlier);
  await store.putTurn(turn);
  return { id: turn.id, took: performance.now() - started };
}

async function makeChain(owner, length) {
  let id;
  for (let turn = 0; turn < length; turn += 1) ({ id } = await runTurn(owner, id));
  return id;
}

async function compareChains() {
  const samples = { 10: [], 1000: [] };
  let long = await makeChain('long', 1000);
  for (let round = 0; round < 40; round += 1) {
    const short = await makeChain(`short_${round}`, 10);
    samples[10].push((await runTurn(`short_${round}`, short)).took);
    const next = await runTurn('long', long);
    samples[1000].push(next.took);
    long = next.id;
  }
  await store.close();
  store = await openSqliteStore({ path });
  if (!values.anywhere) reserveCoreForMainThread();
  const cold = await runTurn('long', long);
  for (const [length, took] of Object.entries(samples))
    print(`turn on a chain of ${length}: ${median(took).toFixed(2)} ms (median of ${took.length})`);
  print(`turn on a chain of 1000 that this process has not read before: ${cold.took.toFixed(1)} ms`);
  return median(samples[1000]) / median(samples[10]);
}

try {
  const writes = await compareWrites();
  const chain = await compareChains();
  const checks = [
    [`store / limit: ${writes.rate.toFixed(2)} (goal: at least ${goals.rate})`, writes.rate >= goals.rate],
    [
      `event-loop delay p99: ${writes.loopDelay.toFixed(2)} ms above idle, ${writes.idle.toFixed(2)} ms (goal: at most ${goals.loopDelay})`,
      writes.loopDelay <= goals.loopDelay,
    ],
    [`chain of 1000 / chain of 10: ${chain.toFixed(2)} (goal: at most ${goals.chain})`, chain <= goals.chain],
  ];
  for (const [text, met] of checks) print(`${met ? 'met   ' : 'missed'} ${text}`);
  process.exitCode = checks.every(([, met]) => met) ? 0 : 1;
} finally {
  await bare.close();
  await store.close();
  rmSync(folder, { recursive: true, force: true });
}
