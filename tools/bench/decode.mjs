// How much validation and decoding add to reading a large request: our schema + decode beside JSON.parse of the same
// bytes plus a walk written by hand. Alternating rounds in one process; the figure is the ratio of the medians.
//
// Judged by the clock, which wants a quiet machine: with busy neighbours it tells of them. The ratio of the processor time
// of the whole process, collection of garbage included, stands beside it.
//
//   npx nx build @org/dialects && npx node tools/bench/decode.mjs [rounds]
import { readCommandLine, stop } from '../command-line.mjs';
import { messagesRequest, responsesRequest } from './large-request.mjs';

const { positionals } = readCommandLine(import.meta.url, { maxPositionals: 1 });
const rounds = Number(positionals[0] ?? 40);
if (!Number.isInteger(rounds) || rounds < 1) stop('rounds is an integer of at least 1');
// Not before: it need not be built to tell its usage.
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

/** Visits every value once and looks at its kind, as a validator written by hand must. */
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

/** Microseconds of one run: of processor time, and by the clock. */
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
  // A body arrives as bytes, for both sides alike.
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
