// The overhead of in-process generation compared with bare node-llama-cpp and, if given, a reference server, on any
// GGUF file: tokens per second in one stream and in four, prompt tokens per second, time to the first token cold and
// with a cached prefix, CPU time per token. All in one run, in alternating rounds; the ratios to the bare library are
// what counts.
//
//   npx nx build @org/engine && npx node tools/bench/llama.mjs [--model FILE.gguf]
//     [--reference llama-server | http://127.0.0.1:8081/v1]
//     [--rounds 5] [--repeats 8] [--threads 1] [--tokens 128] [--prompt 4000] [--gpu]
//
// Responses are short, and a single one is not significant on a shared machine: each round measures them `repeats`
// times, in turn.
//
// `--gpu` runs the model on a GPU, whose engine must be installed (docs/guides/gpu.md).
//
// Without --model it creates a random one of 134 million parameters (llama/random-gguf.mjs). `--reference
// llama-server` starts llama.cpp's own server on the same file, which `npm run llama-server` builds; a URL is a
// running server.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCommandLine } from '../command-line.mjs';
import { median, show } from './http/numbers.mjs';
import { processorUs } from './http/process-usage.mjs';
import { writeRandomModel } from './llama/random-gguf.mjs';
import { requireServer } from '../llama-server/find-server.mjs';
import { builtServer, referenceServer } from './llama/reference-server.mjs';

const texts = Object.fromEntries(
  ['model', 'reference', 'rounds', 'repeats', 'threads', 'tokens', 'prompt'].map((name) => [name, { type: 'string' }]),
);
const options = readCommandLine(import.meta.url, {
  options: { ...texts, gpu: { type: 'boolean', default: false } },
}).values;
const [rounds, repeats, threads, tokens, promptTokens] = [
  options.rounds ?? 5,
  options.repeats ?? 8,
  options.threads ?? 1,
  options.tokens ?? 128,
  options.prompt ?? 4000,
].map(Number);
const slots = 4;
const goals = { one: 0.95, four: 1, prompt: 0.9, cached: 0.1 };
const print = (text) => process.stdout.write(`${text}\n`);

const { reference } = options;
// Reported before the model file is created.
if (reference === 'llama-server') requireServer();
const folder = mkdtempSync(join(tmpdir(), 'llama-bench-'));
const model = options.model ?? join(folder, 'random.gguf');
if (options.model === undefined) {
  print('Creating a random model of 12 layers ...');
  const { parameters } = await writeRandomModel(model, { layers: 12, width: 768, vocabulary: 32_000, context: 8192 });
  print(`${(parameters / 1e6).toFixed(0)} million parameters in q8_0.`);
}
const settings = { model, threads, slots, context: promptTokens + 1000, gpu: options.gpu };

/** A host of `llama/NAME.mjs` and its processes. */
async function host(name, file) {
  const child = fork(new URL(`llama/${file}`, import.meta.url), [JSON.stringify(settings)], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  let next = 0;
  return {
    name,
    pids: () => [child.pid, ...childrenOf(child.pid)],
    close: () => child.disconnect(),
    async run(load) {
      next += 1;
      child.send({ id: next, ...load });
      const [{ error, streams }] = await once(child, 'message');
      if (error !== undefined) throw new Error(`${name}: ${error}`);
      return streams;
    },
  };
}

function childrenOf(pid) {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1')
    .trim()
    .split(' ')
    .filter((text) => text !== '')
    .map(Number);
}

const words = ['river', 'stone', 'lamp', 'seven', 'quiet', 'garden', 'paper', 'north', 'copper', 'bread'];
/** Words in a different order for each seed, so that no system has them cached. */
function textOf(characters, seed) {
  let state = seed;
  let text = `${seed}:`;
  while (text.length < characters) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    text += ` ${words[state % words.length]}`;
  }
  return text;
}

const compared =
  reference === 'llama-server'
    ? [await builtServer(settings)]
    : reference === undefined
      ? []
      : [referenceServer(reference)];
const systems = [await host('bare', 'bare-host.mjs'), await host('ours', 'our-host.mjs'), ...compared];
print('Measuring the length of the prompt ...');
const [sample] = await systems[0].run({ prompts: [textOf(600, 1)], tokens: 1 });
const charactersPerToken = 600 / sample.prompt;
const longPrompt = (seed) => textOf(promptTokens * charactersPerToken, seed);

const figures = new Map(
  systems.map(({ name }) => [
    name,
    { one: [], four: [], prompt: [], cold: [], cached: [], cpu: [], came: [], long: [] },
  ]),
);
let seed = 100;
try {
  for (let round = 1; round <= rounds; round += 1) {
    print(`Round ${round} of ${rounds} ...`);
    for (let repeat = 1; repeat <= repeats; repeat += 1) {
      seed += 10;
      for (const system of inTurn(repeat)) await measureResponses(system, figures.get(system.name));
    }
    for (const system of inTurn(round)) await measurePrompts(system, figures.get(system.name));
  }
} finally {
  for (const system of systems) system.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Rotates the order, so that the first system of one round is the last of the next. */
function inTurn(round) {
  return round % 2 === 0 ? systems.toReversed() : systems;
}

async function measureResponses(system, into) {
  const usedBefore = used(system);
  const [one] = await system.run({ prompts: [textOf(200, seed)], tokens });
  into.cpu.push(system.pids().length === 0 ? Number.NaN : (used(system) - usedBefore) / one.count);
  into.came.push(one.count);
  into.one.push(rateOf([one]));
  into.four.push(
    rateOf(await system.run({ prompts: [1, 2, 3, 4].map((stream) => textOf(200, seed + stream)), tokens })),
  );
}

async function measurePrompts(system, into) {
  const long = longPrompt(seed + 5);
  const [cold] = await system.run({ prompts: [long], tokens: 1 });
  into.cold.push(cold.first);
  into.prompt.push((cold.prompt * 1000) / cold.first);
  into.long.push(cold.prompt);
  const [cached] = await system.run({ prompts: [`${long} again`], tokens: 1 });
  into.cached.push(cached.first);
}

function used(system) {
  return system.pids().reduce((sum, pid) => sum + processorUs(pid), 0);
}

/** Tokens per second of all streams together, from the first one to the last. */
function rateOf(streams) {
  const first = Math.min(...streams.map((stream) => stream.first));
  const last = Math.max(...streams.map((stream) => stream.last));
  return ((streams.reduce((sum, { count }) => sum + count, 0) - 1) * 1000) / (last - first);
}

const rows = [
  ['tokens/s, one stream', 'one'],
  ['tokens/s, four streams', 'four'],
  ['prompt tokens/s', 'prompt'],
  [`ms to the first token, ${promptTokens} tokens cold`, 'cold'],
  ['ms to the first token, prefix cached', 'cached'],
  ['processor us per token, one stream', 'cpu'],
  // The systems did the same work where these are the same.
  ['tokens of a response, one stream', 'came'],
  ['tokens of the long prompt', 'long'],
];
const names = systems.map(({ name }) => name);
const others = names.filter((name) => name !== 'ours');
print(['', ...names, ...others.map((name) => `ours / ${name}`)].join(' | '));
for (const [label, key] of rows) {
  const values = names.map((name) => median(figures.get(name)[key]));
  const ratios = others.map((name) =>
    median(figures.get('ours')[key].map((value, index) => value / figures.get(name)[key][index])),
  );
  print([label, ...values.map(show), ...ratios.map(show)].join(' | '));
}
const ours = figures.get('ours');
const bare = figures.get('bare');
const met = [
  [
    'one stream: at least 95% of the bare library',
    median(ours.one.map((value, index) => value / bare.one[index])) >= goals.one,
  ],
  [
    'four streams: more than the bare library',
    median(ours.four.map((value, index) => value / bare.four[index])) > goals.four,
  ],
  [
    'prompts: at least 90% of the bare library',
    median(ours.prompt.map((value, index) => value / bare.prompt[index])) >= goals.prompt,
  ],
  [
    'a cached prefix starts in under 10% of its cold time',
    median(ours.cached.map((value, index) => value / ours.cold[index])) < goals.cached,
  ],
];
for (const [goal, isMet] of met) print(`${isMet ? 'met' : 'MISSED'}: ${goal}`);
process.exitCode = met.every(([, isMet]) => isMet) ? 0 : 1;
