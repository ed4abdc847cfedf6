// Proves that the service's state is durable, resumable and isolated: real processes, real databases, real kills.
//
//   npx node tools/reliability/main.mjs [--check NAME,NAME] [--store sqlite|postgres] [--seed N] [--scale 0.1]
//
// One line a check; exit code 1 when a figure is missed. The same seed makes the same choices.
import { readCommandLine, stop } from '../command-line.mjs';
import { runCheck } from './run-check.mjs';

const { values } = readCommandLine(import.meta.url, {
  options: {
    check: { type: 'string' },
    store: { type: 'string' },
    seed: { type: 'string', default: '1' },
    scale: { type: 'string', default: '1' },
  },
});
// Loaded late, so that the usage is available without a build of the service.
const { checks } = await import('./checks.mjs');
// Ends all child processes, too.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));
const seed = Number(values.seed);
const scale = Number(values.scale);
if (!Number.isInteger(seed)) stop('--seed is an integer');
if (!(scale > 0 && scale <= 10)) stop('--scale is above 0 and at most 10');
if (values.store !== undefined && values.store !== 'sqlite' && values.store !== 'postgres')
  stop('--store is sqlite or postgres');
const names = values.check?.split(',') ?? checks.map(({ name }) => name);
const unknown = names.find((name) => !checks.some((check) => check.name === name));
if (unknown !== undefined) stop(`--check ${unknown} is not one of ${checks.map(({ name }) => name).join(', ')}`);
const elsewhere =
  values.check === undefined
    ? undefined
    : checks.find(
        ({ name, stores }) => names.includes(name) && values.store !== undefined && !stores.includes(values.store),
      );
if (elsewhere !== undefined) stop(`--check ${elsewhere.name} runs only over ${elsewhere.stores.join(' and ')}`);

for (const name of names) {
  const check = checks.find((candidate) => candidate.name === name);
  const stores = check.stores.filter((store) => values.store === undefined || values.store === store);
  for (const store of stores) {
    const { line, met } = await runCheck(check, {
      seed,
      scale,
      store,
      progress: (text) => process.stderr.write(`  ${text}\n`),
    });
    process.stdout.write(`${line}\n`);
    if (!met) process.exitCode = 1;
  }
}
