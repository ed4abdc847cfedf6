// Runs the heaviest property tests with their full number of generated inputs; `npm test` runs each with a part of
// it.
//
//   npx node tools/reliability/property-tests.mjs after npm test has built the specs; `npm run check:reliability`
//   runs it, too
//
// A run prints its seed. FUZZ_SEED, FUZZ_RUNS, MODEL_RUNS and PROPERTY_SCALE in the environment override the defaults
// here.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { readCommandLine } from '../command-line.mjs';
import { root } from '../setup/install.mjs';
import { runs, suites } from './property-suites.mjs';

readCommandLine(import.meta.url);
for (const { project, specs } of suites) {
  const jest = join(root, 'node_modules/jest/bin/jest.js');
  const options = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', jest, ...specs];
  const { status } = spawnSync(join(root, 'node_modules/.bin/node'), options, {
    cwd: join(root, project),
    stdio: 'inherit',
    env: { ...runs, ...process.env },
  });
  if (status !== 0) process.exitCode = 1;
}
