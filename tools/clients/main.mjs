// Runs the real Codex, Claude Code, Copilot CLI, opencode, JavaScript and Python clients against the service with a
// scripted model.
//
//   npm run check:clients -- [--install] [--client codex,claude,copilot,opencode,node,python] [--only WORDS]
//   [--store sqlite|postgres] [--folder FOLDER] [--list]
//
// One line a scenario; exit code 1 when one fails. The clients are fetched from npm and PyPI only with --install,
// into a folder of their own; they run with an empty home, and where the machine allows it in a network with loopback
// only.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readCommandLine, stop } from '../command-line.mjs';
import { root } from '../setup/install.mjs';
import { canBeLoopbackOnly, isLoopbackOnly, runLoopbackOnly } from './loopback-only.mjs';
import { defaultFolder, programs } from './programs.mjs';
import { play } from './scenario.mjs';
import { scenarios } from './scenarios.mjs';
import { openWorld } from './world.mjs';

const { values } = readCommandLine(import.meta.url, {
  options: {
    install: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    client: { type: 'string', default: Object.keys(programs).join(',') },
    only: { type: 'string', default: '' },
    store: { type: 'string', default: 'sqlite' },
    folder: { type: 'string', default: defaultFolder },
  },
});
// Ends all child processes, too.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));

const names = values.client.split(',');
const unknown = names.find((name) => !(name in programs));
if (unknown !== undefined) stop(`--client ${unknown} is not one of ${Object.keys(programs).join(', ')}`);
const { store } = values;
if (store !== 'sqlite' && store !== 'postgres') stop('--store is sqlite or postgres');
const chosen = names.flatMap((name) =>
  scenarios[name]
    .filter((scenario) => scenario.name.includes(values.only))
    .map((scenario) => ({ program: programs[name], scenario })),
);
if (chosen.length === 0) stop(`--only ${JSON.stringify(values.only)} matches no scenario`);

if (values.list)
  for (const { program, scenario } of chosen) process.stdout.write(`${program.title} ${scenario.name}\n`);
else if (isLoopbackOnly) process.exitCode = await playAll();
else process.exitCode = await prepareAndPlay();

async function prepareAndPlay() {
  const unavailable = names.filter((name) => !programs[name].isAvailable);
  if (unavailable.length > 0) {
    const why = unavailable.includes('python')
      ? ' The Python clients need "python3", 3.10 or newer, with its module venv.'
      : '';
    stop(
      `There is no ${unavailable.map((name) => programs[name].title).join(' and no ')} for this machine (${process.platform} on ${process.arch}).${why} Leave it out with --client.`,
    );
  }
  if (!existsSync(join(root, 'apps/api/dist/bundle/main.js')))
    stop('The service is not built: run "npx nx build @org/api" first.');
  const folder = resolve(values.folder);
  const missing = names.map((name) => programs[name]).filter((program) => !program.isIn(folder));
  if (missing.length > 0 && !values.install) {
    const list = missing.map(({ title, version, size }) => `${title} (${version}, ${size})`).join(', ');
    stop(`Not in ${folder}: ${list}. --install downloads them from npm and with pip; --client selects some of them.`);
  }
  for (const program of missing) {
    await program
      .install(folder)
      .catch((error) =>
        stop(
          `${program.title} ${program.version} could not be installed: ${error.message}. Check that its registry is reachable.`,
        ),
      );
  }
  if (canBeLoopbackOnly()) return runLoopbackOnly();
  process.stdout.write(
    'This machine cannot create a network with loopback alone; only the configuration of the clients limits them to the service.\n',
  );
  return playAll();
}

/** Runs the chosen scenarios one after the other, and returns the exit code. */
async function playAll() {
  const world = await openWorld(resolve(values.folder), store);
  let failed = 0;
  try {
    for (const { program, scenario } of chosen) {
      const scene = world.openScene(scenario);
      const started = performance.now();
      const failure = await play(scenario, scene).then(
        () => undefined,
        (error) => error,
      );
      const seconds = ((performance.now() - started) / 1000).toFixed(1).padStart(6);
      process.stdout.write(
        `${failure === undefined ? 'passed' : 'FAILED'} ${seconds} s  ${program.title} ${program.version} ${scenario.name}\n`,
      );
      if (failure === undefined) continue;
      failed += 1;
      process.stdout.write(`${String(failure.stack).replace(/^/gm, '         ')}\n`);
      for (const { method, path, status, reply } of scene.exchanges)
        process.stdout.write(`         ${method} ${path} ${status}${status < 300 ? '' : ` ${reply.slice(0, 300)}`}\n`);
    }
  } finally {
    await world.close();
  }
  process.stdout.write(`${chosen.length - failed} passed, ${failed} failed\n`);
  return failed === 0 ? 0 : 1;
}
