// Attacks on the memory of the service: short requests that make it read or send much.
//
//   npx node tools/reliability/memory-attacks/main.mjs [--attack NAME,NAME] [--store sqlite,postgres] [--scale 1]
//     [--seconds 40]
//
// One line an attack: the peak of resident memory, the longest gap of the event loop, the 99th percentile of the short
// requests of another key before and during the attack, and the statuses of the attack.
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readCommandLine, stop } from '../../command-line.mjs';
import { PostgresServer } from '../postgres-server.mjs';
import { ServiceProcess } from '../service-process.mjs';
import { itemReferences, repeatedReference, twoReferences } from './item-references.mjs';
import { longConversation, previousResponse } from './long-histories.mjs';
import { post } from './stored-contents.mjs';
import { unreadInputItems, unreadItem, unreadItems, unreadResponse } from './unread-responses.mjs';

/**
 * @typedef {object} Target
 * @property {string} url
 * @property {string} key
 * @property {AbortSignal} signal aborts at the end of the attack
 *
 * @typedef {object} MemoryAttack
 * @property {string} name
 * @property {number} count requests at a time, before the scale
 * @property {(target: Target) => Promise<any>} prepare stores what the attack reads, for one key
 * @property {(target: Target, prepared: any, n: number) => Promise<{ status: unknown }>} attack sends one request
 */

/** @type {readonly MemoryAttack[]} */
const attacks = [
  itemReferences,
  twoReferences,
  repeatedReference,
  previousResponse,
  longConversation,
  unreadItem,
  unreadItems,
  unreadResponse,
  unreadInputItems,
];

const { values } = readCommandLine(import.meta.url, {
  options: {
    attack: { type: 'string', default: attacks.map(({ name }) => name).join(',') },
    store: { type: 'string', default: 'sqlite,postgres' },
    scale: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '40' },
  },
});
const selected = values.attack
  .split(',')
  .map((name) => attacks.find((attack) => attack.name === name) ?? stop(`--attack ${name} is unknown`));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));

const keyOf = (name) => `key-of-${name}-0123456789abcdef0123456789`;
const folder = mkdtempSync(join(tmpdir(), 'memory-attacks-'));
chmodSync(folder, 0o755); // PostgreSQL runs as another user.
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const upstream = createServer((request, response) => {
  request.resume().once('end', () => {
    response.setHeader('content-type', 'application/json');
    const message = { role: 'assistant', content: 'ok' };
    const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
    const choices = [{ index: 0, message, finish_reason: 'stop' }];
    response.end(JSON.stringify({ id: 'c', object: 'chat.completion', model: 'm', choices, usage }));
  });
});
await new Promise((resolve) => upstream.listen(0, '127.0.0.1', resolve));
const baseUrl = `http://127.0.0.1:${upstream.address().port}/v1`;
const config = join(folder, 'service.yaml');
writeFileSync(
  config,
  JSON.stringify({ models: [{ name: 'm', provider: { kind: 'chat-completions', baseUrl, model: 'm' } }] }),
);

for (const store of values.store.split(',')) {
  const database = store === 'postgres' ? await PostgresServer.create(join(folder, 'postgres')) : undefined;
  for (const attack of selected) await run(attack, store, database);
  await database?.stop('fast');
}
process.exit(0);

async function run({ name, count, prepare, attack }, store, database) {
  const gapFile = join(folder, `${store}-${name}.gaps`);
  writeFileSync(gapFile, '');
  const service = await ServiceProcess.create({
    name: `${store}-${name}`,
    folder,
    dataDir: join(folder, `${store}-${name}`),
    env: {
      API_KEYS: ['alice', 'bob', 'carol'].map((owner) => `${owner}:${keyOf(owner)}`).join(','),
      SERVER_SECRET: 'the-secret-of-this-measurement-0123456789',
      SERVICE_CONFIG: config,
      NODE_OPTIONS: `--import ${new URL('report-loop-gap.mjs', import.meta.url).pathname}`,
      LOOP_GAP_FILE: gapFile,
      LOG_LEVEL: 'silent',
      ...(database === undefined ? {} : { STORE_URL: database.url() }),
    },
  });
  await service.start();
  try {
    const end = new AbortController();
    const targetOf = (owner) => ({ url: service.url, key: keyOf(owner), signal: end.signal });
    const attackers = [];
    for (const owner of ['alice', 'bob'])
      attackers.push({ target: targetOf(owner), prepared: await prepare(targetOf(owner)) });
    await pause(1_000);
    const idleMb = service.residentMb();
    const before = await measureVictim(targetOf('carol'), () => pause(5_000));
    let peakMb = 0;
    const sampling = setInterval(() => (peakMb = Math.max(peakMb, service.residentMb())), 20);
    const startedAt = Date.now();
    const statuses = {};
    const during = await measureVictim(targetOf('carol'), async () => {
      const requests = Array.from({ length: count * Number(values.scale) }, async (_, n) => {
        const { target, prepared } = attackers[n % attackers.length];
        const { status } = await attack(target, prepared, n);
        statuses[status] = (statuses[status] ?? 0) + 1;
      });
      await Promise.race([Promise.all(requests), pause(Number(values.seconds) * 1_000)]);
    });
    const seconds = Math.round((Date.now() - startedAt) / 1_000);
    clearInterval(sampling);
    end.abort();
    const gaps = readFileSync(gapFile, 'utf8')
      .split('\n')
      .map((line) => line.split(' ').map(Number));
    const gap = Math.max(0, ...gaps.filter(([at]) => at >= startedAt).map(([, ms]) => ms));
    process.stdout.write(
      `${store.padEnd(8)} ${name.padEnd(20)} ${Math.round(idleMb)} -> ${Math.round(peakMb)} MB, gap ${gap} ms, p99 ${before.p99} -> ${during.p99} ms (${during.failed} failed), ${seconds} s, ${JSON.stringify(statuses)}\n`,
    );
  } finally {
    await service.kill();
  }
}

/** The short requests of another key while `work` runs. */
async function measureVictim(target, work) {
  const times = [];
  let failed = 0;
  const done = new AbortController();
  const victim = async () => {
    while (!done.signal.aborted) {
      const start = performance.now();
      const { status } = await post(target, '/v1/responses', { model: 'm', input: 'Hello.' });
      times.push(performance.now() - start);
      if (status !== 200) failed += 1;
      await pause(20);
    }
  };
  const running = victim();
  await work();
  done.abort();
  await running;
  times.sort((a, b) => a - b);
  return { p99: Math.round(times[Math.floor(times.length * 0.99)] ?? 0), failed };
}
