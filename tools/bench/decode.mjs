// How much validation and decoding add to reading a large request: schema + decode compared with JSON.parse of the
// same bytes plus a handwritten walk. Rounds alternate in one process; the figure is the ratio of the medians.
//
// The result uses wall-clock time, which requires a quiet machine: other processes distort it. The ratio of the CPU
// time of the entire process, garbage collection included, is printed next to it.
//
//   npx nx build @org/dialects && npx node tools/bench/decode.mjs [rounds]
import { readCommandLine, stop } from '../command-line.mjs';
import { messagesRequest, responsesRequest } from './large-request.mjs';

const { positionals } = readCommandLine(import.meta.url, { maxPositionals: 1 });
const rounds = Number(positionals[0] ?? 40);
if (!Number.isInteger(rounds) || rounds < 1) stop('rounds is an integer of at least 1');
// Loaded late, so that the usage is available without a build.
const { messagesDialect } = await import('../../packages/dialects/dist/messages.js');
const { responsesDialect } = await import('../../packages/dialects/dist/responses.js');
const repeats = 50;

const reasoningSigner = { sign: () => 'c2ln', verify: () => false, encrypt: (text) => text, decrypt: () => undefined };
const options = {
  reasoningSigner,
  items: new Map(),
  policy: { hostedTools: 'warn', strict: false, maxTools: 256 },
  version: '2023-06-01',
};

/** Visits every value once and checks its type, as a handwritten validator must. */
function walk(value) {
  if (typeof value === 'string') return value.length > 0 ? 1 : 0;
  if (typeof value !== 'object' || value === null) return 1;
  let seen = 1;
  if (Array.isArray(value)) for (const element of value) seen += walk(element);
  else for (const key in value) seen += walk(value[key]);
  return seen;
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];

const goal = 1.5;

/** Duration of one run in microseconds: CPU time and wall-clock time. */
function time(run) {
  const started = process.hrtime.bigint();
  const used = process.cpuUsage();
  for (let i = 0; i < repeats; i += 1) run();
  const { user, system } = process.cpuUsage(used);
  return { processor: (user + system) / repeats, clock: Number(process.hrtime.bigint() - started) / repeats / 1000 };
}

const medianOf = (samples, kind) => median(samples.map((sample) => sample[kind]));
const ratioOf = (samples, kind) => medianOf(samples.ours, kind) / medianOf(samples.limit, kind);

const warmUpRounds = 40;
const utf8 = new TextDecoder('utf-8', { fatal: true });
let worst = 0;
for (const [name, dialect, request] of [
  ['messages', messagesDialect, messagesRequest()],
  ['responses', responsesDialect, responsesRequest()],
]) {
  // A body arrives as bytes, for both sides.
  const bytes = new TextEncoder().encode(JSON.stringify(request));
  const ours = () => dialect.decodeRequest(dialect.parseRequest(JSON.parse(utf8.decode(bytes))), options);
  const limit = () => walk(JSON.parse(utf8.decode(bytes)));
  // The compiler and the heap take about a second to settle; before that the first dialect pays for both.
  for (let round = 0; round < warmUpRounds; round += 1) {
    time(limit);
    time(ours);
  }
  const samples = { ours: [], limit: [] };
  for (let round = 0; round < rounds; round += 1) {
    samples.limit.push(time(limit));
    samples.ours.push(time(ours));
  }
  const ratio = ratioOf(samples, 'clock');
  worst = Math.max(worst, ratio);
  const [limitTime, ourTime] = [samples.limit, samples.ours].map((side) => medianOf(side, 'clock').toFixed(0));
  process.stdout.write(
    `${name}: ${bytes.length} bytes, parse + walk ${limitTime} us, parse + validate + decode ${ourTime} us, ` +
      `ratio ${ratio.toFixed(2)} (of processor time ${ratioOf(samples, 'processor').toFixed(2)})\n`,
  );
}
process.stdout.write(`worst ratio ${worst.toFixed(2)} (goal: at most ${goal})\n`);
process.exitCode = worst <= goal ? 0 : 1;
