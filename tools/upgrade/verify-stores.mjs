// Opens copies of stores that the build of November 2026 created (commit b180ab4a) with the service of this checkout,
// and compares each response with the response of the old build: reads, replays, pending work, continued
// conversations, keys, new writes and deletions.
//
//   node tools/upgrade/verify-stores.mjs [CHECKOUT] [--store NAME]... [--stores FOLDER] [--days N] [--no-rows]
//
// Before that, the program runs `key list`, which migrates the store and does no work: each row must exist with the
// same values, with any names of its table and columns (--no-rows skips this). --days sets the service's clock
// ahead. The stored files are not written.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gunzipSync } from 'node:zlib';
import {
  command,
  differences,
  here,
  normalize,
  reasons,
  runStep,
  settings,
  startPostgres,
  startService,
  storeNames,
  troubles,
  withRenamedTexts,
} from './service-kit.mjs';
import { readCommandLine } from '../command-line.mjs';
import { startModel } from './fake-model.mjs';

const { values: options, positionals } = readCommandLine(import.meta.url, {
  maxPositionals: 1,
  options: {
    store: { type: 'string', multiple: true },
    days: { type: 'string', default: '0' },
    stores: { type: 'string', default: join(here, 'stores') },
    'no-rows': { type: 'boolean', default: false },
  },
});
/**
 * Values that migrations add to each row of a table: keys have had a last use since then, 0 where it is unknown, and
 * conversations a time of their last item. PostgreSQL counts the items and events of new turns in their row.
 */
const addedValues = new Map([
  ['api_key', ['0']],
  ['conversation', [null]],
  ['postgres turn', [null]],
]);
/** Messages of the log that the old build did not have: it recorded nothing for an auditor. */
const newMessages = new Set(['API key refused']);
const root = resolve(positionals[0] ?? join(import.meta.dirname, '../..'));
const wanted = options.store ?? storeNames;
const days = Number(options.days);
setTimeout(() => {
  process.stderr.write('verify: not finished after 15 minutes\n');
  process.exit(1);
}, 15 * 60_000).unref();

const secrets = JSON.parse(readFileSync(join(options.stores, 'secrets.json'), 'utf8'));
const work = mkdtempSync(join(tmpdir(), 'stores-verify-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));
const begun = performance.now();
const model = await startModel();
const postgres = wanted.some((name) => name.startsWith('postgres')) ? await startPostgres(root) : undefined;
let failures = 0;
let compared = 0;
try {
  for (const name of wanted) await verifyStore(name);
} finally {
  await model.close();
  await postgres?.stop();
}
process.stdout.write(
  `\n${failures === 0 ? 'all the same' : `${failures} DIFFER`}: ${compared} responses of ${wanted.length} stores, ${root}, ${seconds(begun)} s\n`,
);
process.stdout.write(
  `ignored where a step names it:\n${Object.entries(reasons)
    .map(([name, why]) => `  ${name}: ${why}\n`)
    .join('')}`,
);
process.exit(failures === 0 ? 0 : 1);

/** The list of keys without the column that is new. */
function withoutLastUse(text) {
  return text.replace(/ +(?:LAST USED|unknown)$/gm, '');
}

function unpack(file) {
  return gunzipSync(readFileSync(join(options.stores, file)));
}

async function verifyStore(name) {
  const started = performance.now();
  const failed = [];
  const expected = JSON.parse(unpack(`${name}.expected.json.gz`).toString('utf8'));
  const given = secrets[name];
  const dataDir = join(work, name);
  const configFile = join(work, `${name}.yaml`);
  writeFileSync(configFile, JSON.stringify(settings(model.url)));
  const env = {
    DATA_DIR: dataDir,
    SERVICE_CONFIG: configFile,
    SERVER_SECRET: given.SERVER_SECRET,
    ...(given.STORE_KEYS === undefined ? {} : { STORE_KEYS: given.STORE_KEYS }),
    ...(days === 0 ? {} : { FIXTURE_CLOCK_DAYS: String(days) }),
  };
  if (name.startsWith('postgres')) {
    const database = name.replace('-', '_');
    await postgres.create(database);
    await postgres.withClient(database, (client) => client.query(unpack(`${name}.sql.gz`).toString('utf8')));
    env.STORE_URL = postgres.urlOf(database);
  } else {
    mkdirSync(dataDir, { mode: 0o700 });
    writeFileSync(join(dataDir, 'service.db'), unpack(`${name}.db.gz`), { mode: 0o600 });
  }

  const known = new Set(expected.known);
  const isLater = Date.now() + days * 86_400_000 >= Date.parse(expected.laterFrom);
  const variablesOf = (names = {}) =>
    Object.fromEntries(Object.entries(names).map(([variable, secret]) => [variable, given[secret]]));
  const preload = days === 0 ? [] : ['clock.mjs'];
  const starts = [];
  let count = 0;
  const compare = (what, one, other) => {
    count += 1;
    const found = differences(one, other);
    if (found.length > 0) failed.push(`${what}\n      ${found.join('\n      ')}`);
  };
  const readAll = () =>
    env.STORE_URL === undefined
      ? readSqlite(join(dataDir, 'service.db'))
      : postgres.withClient(name.replace('-', '_'), readPostgres);
  if (!options['no-rows']) {
    const before = await readAll();
    command(root, ['key', 'list'], { preload, env });
    const after = await readAll();
    const found = new Map();
    for (const row of [...after.values()].flat()) found.set(row, (found.get(row) ?? 0) + 1);
    for (const [table, rows] of before) {
      let missing = 0;
      for (const old of rows) {
        const added = [table, `${name.split('-')[0]} ${table}`].flatMap((each) => addedValues.get(each) ?? []);
        const row = added.length === 0 ? old : textOf([...JSON.parse(old), ...added]);
        const left = found.get(row) ?? 0;
        if (left === 0) missing += 1;
        else found.set(row, left - 1);
      }
      compare(`rows of ${table} after the migration: missing as they were, of ${rows.length}`, 0, missing);
    }
  }
  for (const pass of expected.passes) {
    const passEnv = { ...env, ...variablesOf(pass.env) };
    for (const { words, env: more, output } of pass.commands) {
      const told = command(root, words, { preload, env: { ...passEnv, ...variablesOf(more) } });
      // How many contents there are hangs on what a sweep has found to be over by now.
      const shown = (text) =>
        (words[0] === 'store-keys' ? text.replace(/\d+$/gm, 'N') : withoutLastUse(text)).trim().split('\n');
      compare(`${pass.name}: command ${words.join(' ')}`, withRenamedTexts(shown(output)), shown(told));
    }
    const service = await startService(root, { preload, env: passEnv });
    starts.push(service.startMs);
    const keys =
      pass.env.API_KEYS === undefined
        ? given.keys
        : Object.fromEntries(
            given.API_KEYS.split(',').map((pair) => [
              pair.slice(0, pair.indexOf(':')),
              pair.slice(pair.indexOf(':') + 1),
            ]),
          );
    const saved = {};
    try {
      for (const step of pass.steps) {
        const what = `${pass.name}: ${step.phase}: ${step.name}`;
        try {
          const request = JSON.parse(JSON.stringify(step).replace(/\{saved\.(\w+)\}/g, (_, id) => saved[id]));
          const found = await runStep(request, { url: service.url, keys, model });
          if (step.save !== undefined) saved[step.save] = found.json?.id;
          const recorded =
            step.answer === 'as in the first pass'
              ? expected.passes[0].steps.find((earlier) => earlier.name === step.name)
              : step;
          const answer = isLater && step.answerLater !== undefined ? step.answerLater : recorded.answer;
          compare(what, withRenamedTexts(normalize(answer, step.ignore, known)), normalize(found, step.ignore, known));
        } catch (error) {
          failed.push(`${what}: ${error.message}`);
        }
      }
    } finally {
      try {
        await service.stop();
      } catch (error) {
        failed.push(`${pass.name}: ${error.message}`);
      }
    }
    for (const message of troubles(service.log))
      if (!withRenamedTexts(pass.logged).includes(message) && !newMessages.has(message))
        failed.push(`${pass.name}: the log has a warning or an error that the old build does not have: ${message}`);
  }
  // What was half-erased, or too old, is nowhere by now: the sweep at the start has found it.
  const { responseAged, fileAged } = expected.ids;
  const left = [...(await readAll()).values()]
    .flat()
    .filter((row) => /"\\\\gone/.test(row) || row.includes(responseAged) || row.includes(fileAged));
  compare(
    'rows that a sweep must erase',
    [],
    left.map((row) => row.slice(0, 200)),
  );
  compared += count;
  failures += failed.length;
  process.stdout.write(
    `${name}: ${count} compared, ${failed.length} differ, ${seconds(started)} s (starts: ${starts.join(' and ')} ms)${isLater ? ', a day later or more' : ''}\n`,
  );
  for (const one of failed.slice(0, 20)) process.stdout.write(`    ${one}\n`);
  if (failed.length > 20) process.stdout.write(`    and ${failed.length - 20} more\n`);
}

function seconds(since) {
  return ((performance.now() - since) / 1000).toFixed(1);
}

/** The rows of each table as texts, values alone. */
function readSqlite(path) {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const names = database
      .prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'schema_version'",
      )
      .all();
    return new Map(
      names.map(({ name }) => {
        const statement = database.prepare(`SELECT * FROM "${name}"`);
        statement.setReadBigInts(true);
        return [
          name,
          statement
            .all()
            .map((row) =>
              textOf(
                Object.values(row).map((value) =>
                  value instanceof Uint8Array
                    ? Buffer.from(value).toString('hex')
                    : value === null
                      ? null
                      : String(value),
                ),
              ),
            ),
        ];
      }),
    );
  } finally {
    database.close();
  }
}

async function readPostgres(client) {
  const { rows: columns } = await client.query(
    "SELECT table_name, column_name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name) WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name <> 'schema_version' ORDER BY 1, ordinal_position",
  );
  const tables = Map.groupBy(columns, ({ table_name: table }) => table);
  const read = new Map();
  for (const [table, of] of tables) {
    const { rows } = await client.query({
      text: `SELECT ${of.map(({ column_name: column }) => `"${column}"::text`).join(', ')} FROM "${table}"`,
      rowMode: 'array',
    });
    read.set(table, rows.map(textOf));
  }
  return read;
}

/** Values in a normalized order, because the columns may have another one. */
function textOf(values) {
  return JSON.stringify(values.toSorted((one, other) => (String(one) < String(other) ? -1 : 1)));
}
