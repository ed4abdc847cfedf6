// Code that models write:
// 1. Milliseconds until a call of Python has its result, with processes that must start (cold) and with processes that wait
//    (warm), and the memory of an idle container, for each executor that works on this machine.
// 2. Short responses while ten calls loop endlessly, compared with short responses without them, in alternating rounds.
//
//   npx nx build @org/api && npx node tools/bench/code.mjs [--rounds 10] [--loop-rounds 3]
//     [--write]                       rewrites the plots of docs/measurements
import { setTimeout as sleep } from 'node:timers/promises';
import { readCommandLine, stop } from '../command-line.mjs';
import { median, quantile, show } from './http/numbers.mjs';
import { writePlot } from './write-plot.mjs';

const { values } = readCommandLine(import.meta.url, {
  options: {
    rounds: { type: 'string', default: '10' },
    'loop-rounds': { type: 'string', default: '3' },
    write: { type: 'boolean', default: false },
  },
});
const [rounds, loopRounds] = [values.rounds, values['loop-rounds']].map(Number);
if (![rounds, loopRounds].every((count) => Number.isInteger(count) && count >= 1))
  stop('--rounds and --loop-rounds are integers of at least 1');
// Loaded late, so that the usage is available without a build.
const { defaultCodeSettings, findCodeExecutor } = await import('../../packages/hosted-tools/dist/index.js');
const { keys, openWorld } = await import('../reliability/world.mjs');
const { send } = await import('../reliability/http-call.mjs');
const { executorFigures } = await import('./code/executor-figures.mjs');
const { startLoopingUpstream } = await import('./code/looping-upstream.mjs');

const goals = { coldMs: 2_500, warmMs: 300 };
const loops = 10;
const callMs = 3_000;
const requestsPerSecond = 40;
const print = (text) => process.stdout.write(`${text}\n`);
const progress = (text) => process.stderr.write(`  ${text}\n`);

/** Prints a figure, and fails the benchmark where it misses its goal. */
function compare(name, figure, goal) {
  const met = figure <= goal;
  if (!met) process.exitCode = 1;
  print(`${name}: ${show(figure)} ms (goal: at most ${show(goal)} ms) ${met ? 'met' : 'MISSED'}`);
}

const starts = [];
for (const kind of ['python', 'pyodide']) {
  const settings = { isolation: 'namespaces', executors: [kind], privatePaths: [], limits: defaultCodeSettings };
  const { executor, unmet } = await findCodeExecutor(settings);
  if (executor === undefined) {
    print(`${kind}: no executor works here (${unmet.join('; ')})`);
    continue;
  }
  progress(executor.name);
  const { cold, warm, idleMiB } = await executorFigures(executor, defaultCodeSettings, rounds);
  compare(`${kind}, cold, p95 of ${rounds}`, quantile(cold, 0.95), goals.coldMs);
  compare(`${kind}, warm, p95 of ${rounds}`, quantile(warm, 0.95), goals.warmMs);
  print(`${kind}, medians: cold ${show(median(cold))} ms, warm ${show(median(warm))} ms`);
  print(`${kind}, idle container: ${show(idleMiB)} MiB`);
  starts.push({
    label: kind === 'python' ? "the machine's Python" : 'Pyodide',
    bars: [
      { name: 'cold', value: median(cold) },
      { name: 'warm', value: median(warm) },
    ],
  });
}

const upstream = await startLoopingUpstream();
const world = await openWorld({
  store: 'sqlite',
  models: { m: { kind: 'chat-completions', baseUrl: upstream.url } },
  settings: { tools: { code: { callMs, maxRunning: loops, maxRunningPerOwner: loops } } },
});
try {
  const { url } = world.services[0];
  const create = (key, body) =>
    send({ url, path: '/v1/responses', key, body: { model: 'm', store: false, ...body } }).then((reply) => {
      if (reply.status !== 200) throw new Error(`${reply.status}: ${reply.text}`);
      return reply.json();
    });
  const tools = [{ type: 'code_interpreter', container: { type: 'auto' } }];

  /** Milliseconds of a loop, from the request to the response. */
  async function loop() {
    const started = performance.now();
    const { output } = await create(keys.alice, { input: 'loop', tools, include: ['code_interpreter_call.outputs'] });
    if (!output.some(({ type }) => type === 'code_interpreter_call')) throw new Error('no code ran');
    return performance.now() - started;
  }

  /** Milliseconds of short responses of another client, at a fixed rate. */
  async function shortResponses(ms) {
    const taken = [];
    const pending = [];
    for (const end = performance.now() + ms; performance.now() < end; await sleep(1_000 / requestsPerSecond)) {
      const started = performance.now();
      pending.push(create(keys.bob, { input: 'Hi' }).then(() => taken.push(performance.now() - started)));
    }
    await Promise.all(pending);
    return taken;
  }

  await shortResponses(3_000);
  const quiet = [];
  const busy = [];
  const ended = [];
  for (let round = 0; round < loopRounds; round += 1) {
    quiet.push(...(await shortResponses(callMs)));
    const loopsOfRound = Array.from({ length: loops }, loop);
    await sleep(500);
    busy.push(...(await shortResponses(callMs - 1_000)));
    ended.push(...(await Promise.all(loopsOfRound)));
    progress(`loops: round ${round + 1} of ${loopRounds}`);
  }
  const timedOut = upstream.results.filter((text) => text.includes('was ended after')).length;
  if (timedOut !== ended.length) process.exitCode = 1;
  print(
    `${timedOut} of ${ended.length} loops ended by their limit of ${callMs} ms, after ${show(Math.max(...ended))} ms at most`,
  );
  for (const [share, name] of [
    [0.5, 'p50'],
    [0.95, 'p95'],
  ])
    print(
      `short responses, ${name}: ${show(quantile(quiet, share))} ms, with ${loops} loops ${show(quantile(busy, share))} ms: ${show(quantile(busy, share) / quantile(quiet, share))} times`,
    );
  if (values.write) {
    writePlot('code-start', 'Time until a call of Python has its result, milliseconds', starts);
    writePlot(
      'code-loops',
      'Short responses, milliseconds',
      [0.5, 0.95].map((share) => ({
        label: share === 0.5 ? 'p50' : 'p95',
        bars: [
          { name: 'quiet', value: quantile(quiet, share) },
          { name: `with ${loops} endless loops`, value: quantile(busy, share) },
        ],
      })),
    );
  }
} finally {
  await world.dispose();
  await upstream.close();
}
