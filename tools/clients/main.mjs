// Runs the real Codex, Claude Code and opencode against the service, over a model that says what it is told.
//
//   npm run check:clients -- [--install] [--client codex,claude,opencode] [--only WORDS] [--folder FOLDER] [--list]
//
// One line a scenario; exit code 1 when one fails. The clients are fetched from npm only with --install, into a folder of
// their own; they run with an empty home, and where the machine allows it in a network that has loopback alone.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readCommandLine, stop } from '../command-line.mjs';
import { root } from '../setup/install.mjs';
import { canBeLoopbackOnly, isLoopbackOnly, runLoopbackOnly } from './loopback-only.mjs';
import { defaultFolder, install, isInstalled, platformIsServed, programs } from './programs.mjs';
import { play } from './scenario.mjs';
import { scenarios } from './scenarios.mjs';
import { openWorld } from './world.mjs';

const { values } = readCommandLine(import.meta.url, {
  options: {
    install: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    client: { type: 'string', default: Object.keys(programs).join(',') },
    only: { type: 'string', default: '' },
    folder: { type: 'string', default: defaultFolder },
  },
});
// Whatever was started goes, too.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));

const names = values.client.split(',');
const unknown = names.find((name) => !(name in programs));
if (unknown !== undefined) stop(`--client ${unknown} is none of ${Object.keys(programs).join(', ')}`);
const chosen = names.flatMap((name) => scenarios[name].filter((scenario) => scenario.name.includes(values.only)).map((scenario) => ({ program: programs[name], scenario })));
if (chosen.length === 0) stop(`--only ${JSON.stringify(values.only)} is in the name of no scenario`);

if (values.list) for (const { program, scenario } of chosen) process.stdout.write(`${program.title} ${scenario.name}\n`);
else if (isLoopbackOnly) process.exitCode = await playAll();
else process.exitCode = await prepareAndPlay();

async function prepareAndPlay() {
  if (!platformIsServed) stop(`There are no programs of the clients for ${process.platform} on ${process.arch} that this check could start.`);
  if (!existsSync(join(root, 'apps/api/dist/main.js'))) stop('The service is not built: run "npx nx build @org/api" first.');
  const folder = resolve(values.folder);
  const missing = names.map((name) => programs[name]).filter((program) => !isInstalled(folder, program));
  if (missing.length > 0 && !values.install) {
    stop(`Not in ${folder}: ${missing.map(({ title, version }) => `${title} ${version}`).join(', ')}. With --install they are fetched from npm, about 400 MB each.`);
  }
  for (const program of missing) {
    await install(folder, program).catch((error) => stop(`${program.title} ${program.version} could not be installed: ${error.message}. Is the npm registry within reach?`));
  }
  if (canBeLoopbackOnly()) return runLoopbackOnly();
  process.stdout.write('This machine makes no network with loopback alone; the clients are only told to ask nobody but the service.\n');
  return playAll();
}

/** Plays the chosen scenarios one after the other, and gives the exit code. */
async function playAll() {
  const world = await openWorld(resolve(values.folder));
  let failed = 0;
  try {
    for (const { program, scenario } of chosen) {
      const scene = world.openScene();
      const started = performance.now();
      const failure = await play(scenario, scene).then(() => undefined, (error) => error);
      const seconds = ((performance.now() - started) / 1000).toFixed(1).padStart(6);
      process.stdout.write(`${failure === undefined ? 'passed' : 'FAILED'} ${seconds} s  ${program.title} ${program.version} ${scenario.name}\n`);
      if (failure === undefined) continue;
      failed += 1;
      process.stdout.write(`${String(failure.stack).replace(/^/gm, '         ')}\n`);
      for (const { method, path, status, answer } of scene.exchanges) process.stdout.write(`         ${method} ${path} ${status}${status === 200 ? '' : ` ${answer.slice(0, 300)}`}\n`);
    }
  } finally {
    await world.close();
  }
  process.stdout.write(`${chosen.length - failed} passed, ${failed} failed\n`);
  return failed === 0 ? 0 : 1;
}
