// The environment of a check: an upstream, a store and replicas of the service, in one folder that is removed at the
// end.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFaultProxy } from './fault-proxy.mjs';
import { closeIdleConnections } from './http-call.mjs';
import { PostgresServer } from './postgres-server.mjs';
import { startScriptedUpstream } from './scripted-upstream.mjs';
import { ServiceProcess } from './service-process.mjs';

/** Two principals; each owns what it makes. */
export const keys = {
  alice: 'key-of-alice-0123456789abcdef0123456789',
  bob: 'key-of-bob-0123456789abcdef012345678901',
};

const proxyPort = 5433;

/**
 * @typedef {object} WorldOptions
 * @property {'sqlite' | 'postgres'} store
 * @property {number} [replicas] default: 3 over PostgreSQL, 1 over SQLite, which only one process can use
 * @property {boolean} [proxy] adds a fault proxy between the replicas and PostgreSQL
 * @property {Record<string, object>} [models] provider settings in addition to the model `scripted`, by name; without a `kind`, those of the scripted upstream; `task`: that of the model
 * @property {Record<string, string>} [owners] keys by owner; default `keys`
 * @property {Record<string, string>} [environment] further environment variables of the replicas
 * @property {object} [settings] further sections of the configuration file
 */

/**
 * @param {WorldOptions} options
 */
export async function openWorld({
  store,
  replicas = store === 'postgres' ? 3 : 1,
  proxy: proxied = false,
  models = {},
  owners = keys,
  environment = {},
  settings = {},
}) {
  if (store === 'sqlite' && replicas > 1) throw new Error('an SQLite store belongs to one process');
  const folder = mkdtempSync(join(tmpdir(), 'reliability-'));
  chmodSync(folder, 0o755); // PostgreSQL runs as another user.
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  /** @type {(() => unknown)[]} */
  const closing = [() => process.off('exit', remove), remove];
  const dispose = async () => {
    const failures = [];
    // A resource that fails to close must not keep the others running.
    for (const close of closing.toReversed())
      await Promise.resolve()
        .then(close)
        .catch((error) => failures.push(error));
    closeIdleConnections();
    if (failures.length > 0) throw new AggregateError(failures, 'the check could not stop all of its processes');
  };
  try {
    const upstream = await startScriptedUpstream();
    closing.push(() => upstream.close());

    const postgres = store === 'postgres' ? await PostgresServer.create(join(folder, 'postgres')) : undefined;
    if (postgres !== undefined) closing.push(() => postgres.stop('immediate'));
    const proxy =
      postgres !== undefined && proxied
        ? await startFaultProxy({ listen: postgres.socket(proxyPort), target: postgres.socket() })
        : undefined;
    if (proxy !== undefined) closing.push(() => proxy.close());

    const provider = (own) =>
      own.kind === undefined ? { kind: 'chat-completions', baseUrl: upstream.baseUrl, ...own } : own;
    const file = {
      models: Object.entries({ scripted: {}, ...models }).map(([name, { task, ...own }]) => ({
        name,
        task,
        provider: provider(own),
      })),
      ...settings,
    };
    const logFolder = join(folder, 'logs');
    mkdirSync(logFolder);
    // JSON is YAML.
    writeFileSync(join(folder, 'service.yaml'), JSON.stringify(file));
    const env = {
      API_KEYS: Object.entries(owners)
        .map((entry) => entry.join(':'))
        .join(','),
      SERVER_SECRET: 'the-same-secret-on-every-replica-0123456789',
      SERVICE_CONFIG: join(folder, 'service.yaml'),
      LOG_LEVEL: 'info',
      ...(postgres === undefined ? {} : { STORE_URL: postgres.url(proxy === undefined ? undefined : proxyPort) }),
      ...environment,
    };
    const services = await Promise.all(
      Array.from({ length: replicas }, (_, index) =>
        ServiceProcess.create({
          name: `replica-${index}`,
          folder: logFolder,
          dataDir: join(folder, `data-${index}`),
          env,
        }),
      ),
    );
    closing.push(() => Promise.all(services.map((service) => service.kill())));
    await Promise.all(services.map((service) => service.start()));
    return { folder, logFolder, upstream, postgres, proxy, services, dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** @typedef {Awaited<ReturnType<typeof openWorld>>} World */
