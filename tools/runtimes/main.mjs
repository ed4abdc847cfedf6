// Runs @org/sdk and @org/protocol, packed as they are published, in other runtimes and in a page, against the real
// service.
//
//   npm run check:runtimes -- [--install] [--runtime node20,node22,node24,bun,deno,workerd,page] [--only WORDS]
//                             [--folder FOLDER] [--browser FILE]
//
// One line a check; exit code 1 when one fails. Runtimes are fetched from npm only with --install, into a folder of
// their own. The page needs a Chromium on this machine. The packages' dependencies, and the official SDKs, are from
// npm each time.
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readCommandLine, stop } from '../command-line.mjs';
import { areBuilt, bundle, installPacked } from './packed.mjs';
import { runAsWorker } from './run-as-worker.mjs';
import { runAsPage, runAsProgram } from './run-checks.mjs';
import { defaultFolder, findBrowser, install, isInstalled, pathOf, runtimes } from './runtimes.mjs';
import { openWorld } from './world.mjs';

const { values } = readCommandLine(import.meta.url, {
  options: {
    install: { type: 'boolean', default: false },
    runtime: { type: 'string', default: [...Object.keys(runtimes), 'page'].join(',') },
    only: { type: 'string', default: '' },
    folder: { type: 'string', default: defaultFolder },
    browser: { type: 'string', default: findBrowser() },
  },
});
// Ends all child processes, too.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));

const folder = resolve(values.folder);
const runtimesToCheck = values.runtime.split(',');
await prepare();
mkdirSync(folder, { recursive: true });
const own = mkdtempSync(join(folder, 'run-'));
process.once('exit', () => rmSync(own, { recursive: true, force: true, maxRetries: 5 }));
process.exitCode = await playAll();

/** Verifies that all prerequisites are present, or reports the missing ones and how to get them. */
async function prepare() {
  const unknown = runtimesToCheck.find((runtime) => runtime !== 'page' && !(runtime in runtimes));
  if (unknown !== undefined) stop(`--runtime ${unknown} is not one of ${Object.keys(runtimes).join(', ')}, page`);
  if (!areBuilt()) stop('The packages are not built: run "npx nx run-many -t build -p @org/sdk @org/api" first.');
  if (runtimesToCheck.includes('page') && !existsSync(values.browser ?? '')) {
    stop(
      'Chromium is not installed: install it ("apt-get install chromium"), name one with --browser, or leave "page" out of --runtime.',
    );
  }
  const missing = runtimesToCheck
    .filter((runtime) => runtime !== 'page')
    .map((runtime) => runtimes[runtime])
    .filter((runtime) => !isInstalled(folder, runtime));
  if (missing.length > 0 && !values.install) {
    stop(
      `Not in ${folder}: ${missing.map(({ title }) => title).join(', ')}. --install downloads them from npm, about 100 MB each.`,
    );
  }
  for (const runtime of missing) {
    await install(folder, runtime).catch((error) =>
      stop(`${runtime.title} could not be installed: ${error.message}. Check that the npm registry is reachable.`),
    );
  }
}

/** Runs the checks in one runtime after the other, and returns the exit code. */
async function playAll() {
  const user = join(own, 'user');
  await installPacked(user);
  if (runtimesToCheck.some((runtime) => runtime === 'page' || runtime === 'workerd')) await bundle(user);
  const world = await openWorld(join(own, 'world'));
  let [passed, failed] = [0, 0];
  try {
    for (const runtime of runtimesToCheck) {
      const title = runtime === 'page' ? 'page' : runtimes[runtime].title;
      for (const { name, milliseconds, failure } of await resultsIn(runtime, user, {
        ...world.settings,
        only: values.only,
      })) {
        process.stdout.write(
          `${failure === undefined ? 'passed' : 'FAILED'} ${(milliseconds / 1000).toFixed(1).padStart(6)} s  ${title}: ${name}\n`,
        );
        if (failure === undefined) passed += 1;
        else failed += 1;
        if (failure !== undefined) process.stdout.write(`${failure.replace(/^/gm, '         ')}\n`);
      }
    }
  } finally {
    await world.close();
  }
  process.stdout.write(`${passed} passed, ${failed} failed\n`);
  return failed === 0 && passed > 0 ? 0 : 1;
}

/** A runtime that ends without results has failed entirely. */
async function resultsIn(runtime, user, settings) {
  const run = () => {
    if (runtime === 'page') return runAsPage(user, values.browser, settings);
    const { args } = runtimes[runtime];
    const program = pathOf(folder, runtimes[runtime]);
    return runtime === 'workerd'
      ? runAsWorker(user, { program }, settings)
      : runAsProgram(user, { program, args }, settings);
  };
  return run().catch((error) => [{ name: 'runs to its end', milliseconds: 0, failure: error.message }]);
}
