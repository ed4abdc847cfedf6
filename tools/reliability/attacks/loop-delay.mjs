// Measures the longest event loop delay of the service for one large body of each shape.
//
//   npx node tools/reliability/attacks/loop-delay.mjs [--shape NAME,NAME] [--dialect messages|responses]
//     [--upstream chat|native] [--way json,stream,gzip,idempotent,count] [--runs 3] [--profile]
//
// One line a request: the longest delay in CPU time of the thread, which other processes do not change, and in elapsed
// time, both from the run in which they are shortest. With --profile, also what used the time.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { constants, gzipSync } from 'node:zlib';
import { readCommandLine, stop } from '../../command-line.mjs';
import { closeIdleConnections, send } from '../http-call.mjs';
import { ServiceProcess } from '../service-process.mjs';
import { startDrainingUpstream } from './draining-upstream.mjs';
import { shapes } from './body-shapes/index.mjs';

const { values } = readCommandLine(import.meta.url, {
  options: {
    shape: { type: 'string', default: shapes.map(({ name }) => name).join(',') },
    dialect: { type: 'string', default: 'messages,responses' },
    upstream: { type: 'string', default: 'chat,native' },
    way: { type: 'string', default: 'json,stream,gzip,idempotent,count' },
    runs: { type: 'string', default: '3' },
    profile: { type: 'boolean', default: false },
  },
});
const selected = values.shape
  .split(',')
  .map((name) => shapes.find((shape) => shape.name === name) ?? stop(`--shape ${name} is unknown`));
const key = 'key-of-alice-0123456789abcdef0123456789';
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));

const folder = mkdtempSync(join(tmpdir(), 'loop-delay-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const delayFile = join(folder, 'delays');
writeFileSync(delayFile, '');
const upstream = await startDrainingUpstream();
const model = (name, kind) => ({ name, provider: { kind, baseUrl: upstream.baseUrl, model: 'm' } });
writeFileSync(
  join(folder, 'service.yaml'),
  JSON.stringify({
    models: [
      model('chat', 'chat-completions'),
      model('native-messages', 'messages'),
      model('native-responses', 'responses'),
    ],
  }),
);
const service = await ServiceProcess.create({
  name: 'service',
  folder,
  dataDir: join(folder, 'data'),
  env: {
    API_KEYS: `alice:${key}`,
    SERVER_SECRET: 'the-secret-of-this-measurement-0123456789',
    SERVICE_CONFIG: join(folder, 'service.yaml'),
    NODE_OPTIONS: `--import ${new URL('report-loop-delay.mjs', import.meta.url).pathname}`,
    LOOP_DELAY_FILE: delayFile,
    ...(values.profile ? { LOOP_PROFILE: '1' } : {}),
  },
});
await service.start();
try {
  for (const shape of selected)
    for (const dialect of values.dialect.split(','))
      for (const kind of values.upstream.split(','))
        for (const way of values.way.split(',')) await measure(shape, dialect, kind, way);
} finally {
  await service.kill();
  await upstream.close();
  closeIdleConnections();
}

async function measure(shape, dialect, kind, way) {
  const request = shape.body(dialect, kind === 'chat' ? 'chat' : `native-${dialect}`);
  const streamed = Buffer.from(way === 'stream' ? '{"stream":true,' : '{');
  const body = Buffer.concat([streamed, request.subarray(1)]);
  const path = dialect === 'messages' ? '/v1/messages' : '/v1/responses';
  const countPath = dialect === 'messages' ? '/v1/messages/count_tokens' : '/v1/responses/input_tokens';
  // Without matches, no body shrinks to less than an eighth: the service rejects one that expands too much.
  const content = way === 'gzip' ? gzipSync(body, { strategy: constants.Z_HUFFMAN_ONLY }) : body;
  let best;
  let elapsed = Infinity;
  let status = 0;
  let totalMs = 0;
  for (let run = 0; run < Number(values.runs); run += 1) {
    const start = Date.now();
    const reply = await send({
      url: service.url,
      path: way === 'count' ? countPath : path,
      key,
      content,
      headers: {
        'anthropic-version': '2023-06-01',
        ...(way === 'gzip' ? { 'content-encoding': 'gzip' } : {}),
        ...(way === 'idempotent' ? { 'idempotency-key': `key-${run}-${shape.name}-${dialect}-${kind}` } : {}),
      },
      timeoutMs: 120_000,
    });
    status = reply.status;
    totalMs = Date.now() - start;
    if (!shape.statuses.includes(status) && run === 0) process.stderr.write(`${reply.text.slice(0, 300)}\n`);
    // The response may be stored after it was sent.
    await pause(700);
    const delays = readFileSync(delayFile, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line))
      .filter(({ at }) => at >= start);
    const longest = Math.max(0, ...delays.map(({ cpu }) => cpu));
    elapsed = Math.min(elapsed, Math.max(0, ...delays.map(({ ms }) => ms)));
    if (best === undefined || longest < best.longest) best = { longest, delays };
  }
  const above = best.delays.filter(({ cpu }) => cpu > 50).map(({ cpu }) => Math.round(cpu));
  process.stdout.write(
    `${shape.name.padEnd(18)} ${dialect.padEnd(9)} ${kind.padEnd(6)} ${way.padEnd(10)} ${status} ${padded(best.longest)} ms CPU, ${padded(elapsed)} ms elapsed of ${padded(totalMs)}; above 50: ${above.join(' ')}\n`,
  );
  for (const { cpu, functions = [] } of best.delays)
    if (functions.length > 0)
      process.stdout.write(`  ${Math.round(cpu)} ms CPU\n${functions.map((line) => `    ${line}\n`).join('')}`);
}

function padded(value) {
  return String(Math.round(value)).padStart(5);
}
