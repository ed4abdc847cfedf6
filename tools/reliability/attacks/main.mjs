// Attacks on the resources and the reach of a running service: one client tries to hurt another, and to make the service
// connect or pass on what it should not. Each attack gets a fresh service, as `npm start` starts it, with default settings.
//
//   npm run check:attacks -- [--store sqlite|postgres|sqlite,postgres] [--only PATTERN] [--scale 10] [--list]
//     [--seconds 15] [--quiet-seconds 4] [--noise 20] [--profile local|hardened] [--high-priority] [--explain]
//     [--report FILE] [--from FILE,FILE] [--write]
//
// --only           a regular expression for names and families
// --scale          1 has the numbers with which the attacks were first seen
// --noise          milliseconds that the victim's p99 may rise on this machine without any attack
// --profile        hardened has the limits of keys that a service has which other machines reach
// --high-priority  measures on a machine that does other work, too; needs the rights of root
// --explain        adds the functions that used the event loop for the longest time
// --report         writes all figures as JSON; --from judges the figures of such files again, without a run
// --write          replaces the tables in docs/measurements/attacks.md
//
// One line an attack. The exit code is 1 when one has succeeded.
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readCommandLine, stop } from '../../command-line.mjs';
import { busyness } from '../busyness.mjs';
import { PostgresServer } from '../postgres-server.mjs';
import { attacks } from './index.mjs';
import { defaultNoiseMs, faultsOf } from './limits.mjs';
import { lineOf } from './report.mjs';
import { runAttack } from './run-attack.mjs';
import { writePage } from './write-page.mjs';

const { values } = readCommandLine(import.meta.url, {
  options: {
    store: { type: 'string', default: 'sqlite' },
    only: { type: 'string', default: '' },
    scale: { type: 'string', default: '10' },
    seconds: { type: 'string', default: '15' },
    'quiet-seconds': { type: 'string', default: '4' },
    noise: { type: 'string', default: String(defaultNoiseMs) },
    'high-priority': { type: 'boolean', default: false },
    profile: { type: 'string', default: 'local' },
    explain: { type: 'boolean', default: false },
    report: { type: 'string' },
    from: { type: 'string' },
    write: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});
const pattern = readPattern(values.only);
const selected = attacks.filter(({ name, family }) => pattern.test(name) || pattern.test(family));
if (selected.length === 0) stop(`--only ${values.only} matches none of the attacks; --list shows them`);
if (values.list) {
  for (const { family, name, claim } of selected)
    process.stdout.write(`${family.padEnd(18)} ${name.padEnd(28)} ${claim}\n`);
  process.stdout.write(`${selected.length} attacks\n`);
  process.exit(0);
}
const scale = positive('scale');
const seconds = positive('seconds');
const quietSeconds = positive('quiet-seconds');
const noiseMs = positive('noise');
const stores = values.store.split(',');
if (stores.some((store) => store !== 'sqlite' && store !== 'postgres')) stop('--store is sqlite or postgres');
if (values.profile !== 'local' && values.profile !== 'hardened') stop('--profile is local or hardened');
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(130));

const folder = mkdtempSync(join(tmpdir(), 'attacks-'));
chmodSync(folder, 0o755); // PostgreSQL runs as another user.
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));

const results = values.from === undefined ? await runAll() : readReports(values.from.split(','));
const failed = results.filter(({ faults }) => faults.length > 0);
if (values.report !== undefined)
  writeFileSync(
    values.report,
    `${JSON.stringify({ date: new Date().toISOString(), scale, profile: values.profile, noiseMs, results }, null, 2)}\n`,
  );
if (values.write) writePage({ results, scale });
process.stdout.write(`${results.length - failed.length} passed, ${failed.length} failed\n`);
process.exit(failed.length > 0 ? 1 : 0);

async function runAll() {
  const all = [];
  for (const store of stores)
    for (const [at, attack] of selected.entries()) {
      const progress = (text) =>
        process.stderr.write(`  [${at + 1}/${selected.length}] ${store} ${attack.name}: ${text}\n`);
      progress(`a client ${attack.claim}`);
      const result = await runOver(store, attack, progress);
      all.push({ store, ...result });
      process.stdout.write(
        `${lineOf(result)}\n${(result.loopFunctions ?? []).map((line) => `    ${line}\n`).join('')}`,
      );
    }
  return all;
}

/** The results of earlier runs, judged with the limits of this one. Of an attack that ran twice, the last one counts. */
function readReports(files) {
  const all = files.flatMap((file) => JSON.parse(readFileSync(file, 'utf8')).results);
  const latest = new Map(all.map((result) => [`${result.store} ${result.name}`, result]));
  return [...latest.values()]
    .filter(({ name }) => selected.some((attack) => attack.name === name))
    .map((result) => ({
      ...result,
      faults: result.victim.count === 0 ? result.faults : faultsOf(result, noiseMs, result.slack),
    }));
}

/** Each attack has a database of its own, so that none leaves work to the next. */
async function runOver(store, attack, progress) {
  const own = join(folder, `${store}-${attack.name}`);
  const database = store === 'postgres' ? await PostgresServer.create(join(own, 'postgres')) : undefined;
  try {
    return await runAttack(attack, {
      folder: own,
      storeUrl: database?.url(),
      scale,
      seconds,
      quietSeconds,
      noiseMs,
      slack: busyness(),
      hasHighPriority: values['high-priority'],
      explains: values.explain,
      limitsProfile: values.profile,
      progress,
    });
  } catch (error) {
    // An attack that could not run proves nothing.
    return failedRun(attack, error);
  } finally {
    await database?.stop('immediate');
    rmSync(own, { recursive: true, force: true });
  }
}

function failedRun({ name, family, claim }, error) {
  const none = { count: 0, p50: 0, p99: 0, max: 0, failures: {} };
  return {
    ...{ name, family, claim, seconds: 0, idleMb: 0, peakMb: 0, treePeakMb: 0, loopMs: 0, loopCpuMs: 0 },
    ...{ quiet: none, victim: none, health: { slowestMs: 0, failures: [] }, statuses: {}, examples: {}, found: [] },
    faults: [`it did not run: ${error.message.split('\n', 1)[0]}`],
  };
}

function positive(name) {
  const value = Number(values[name]);
  if (!(value > 0)) stop(`--${name} is a number above 0`);
  return value;
}

function readPattern(text) {
  try {
    return new RegExp(text);
  } catch {
    return stop(`--only ${text} is not a regular expression`);
  }
}
