// Starts the real service in this process, with a real port and a real store in its own folder.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Clock, type HostedTools, type LanguageModel, systemClock } from '@org/engine';
import { createRandomIdSource } from '#src/identity/random-id-source.js';
import { pino } from 'pino';
import { loadConfig } from '#src/config/load-config.js';
import type { ServiceConfig } from '#src/config/service-config.js';
import { createLanguageModel } from '#src/engine/create-language-model.js';
import type { ServiceParts } from '#src/engine/service-parts.js';
import { startService, type Service } from '#src/service.js';
import { checkStreams } from './checked-streams.js';
import { removeStoreOf, storeOf } from './store-of.js';

export interface TestServiceOptions {
  /** Language models by model name. Default: the built-in demo model under the name `demo`. */
  readonly models?: Readonly<Record<string, LanguageModel>>;
  /** Settings that differ from the defaults. */
  readonly config?: Partial<ServiceConfig>;
  /** Data folder of an earlier service to restart from. Default: a new folder, removed at the end. */
  readonly dataDir?: string;
  readonly clock?: Clock;
  /** Uses the keys of the store: `key` is the one that the first start created. Default: two configured keys. */
  readonly storedKeys?: true;
  /** What runs hosted tools. Default: what the settings set up. */
  readonly hostedTools?: HostedTools;
  /** Models of embeddings. Default: none. */
  readonly retrievalModels?: NonNullable<ServiceParts['retrievalModels']>;
  /** Which addresses count as public. Default: those that are. */
  readonly network?: NonNullable<ServiceParts['network']>;
}

export interface TestService {
  readonly url: string;
  /** A key that opens the service. */
  readonly key: string;
  readonly dataDir: string;
  /** Every line that was logged, parsed. */
  readonly log: readonly Record<string, unknown>[];
  readonly app: Service['app'];
  /** Headers of a request of the messages dialect. */
  readonly messagesHeaders: Readonly<Record<string, string>>;
  /** Headers of a request of the responses dialect. */
  readonly responsesHeaders: Readonly<Record<string, string>>;
  post(path: string, body: unknown, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** Stops the service and leaves its folder. */
  stop(): Promise<void>;
  /** Stops the service and removes its folder. */
  close(): Promise<void>;
}

const testKey = 'test-key-of-alice';
export const otherKey = 'test-key-of-bob';

export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'service-test-')));
  const log: Record<string, unknown>[] = [];
  const defaults = loadConfig({ PORT: '0', DATA_DIR: dataDir, API_KEYS: `alice:${testKey},bob:${otherKey}` }, dataDir);
  const { models, storedKeys } = options;
  const { apiKeys = [], ...unkeyed } = defaults;
  const demo = defaults.models[0];
  if (demo === undefined) throw new Error('the defaults have a model');
  const config: ServiceConfig = {
    ...unkeyed,
    ...(storedKeys === true ? {} : { apiKeys }),
    store: await storeOf(dataDir),
    shutdown: { announceMs: 0, graceMs: 300 },
    ...(models === undefined ? {} : { models: Object.keys(models).map((name) => ({ ...demo, name })) }),
    ...options.config,
  };
  const service = await startService({
    config,
    clock: options.clock ?? systemClock,
    ids: createRandomIdSource(),
    log: pino(
      { level: 'debug', base: null },
      { write: (line: string) => void log.push(JSON.parse(line) as Record<string, unknown>) },
    ),
    ...(options.retrievalModels === undefined ? {} : { retrievalModels: options.retrievalModels }),
    ...(options.network === undefined ? {} : { network: options.network }),
    ...(options.hostedTools === undefined ? {} : { hostedTools: options.hostedTools }),
    createLanguageModel: (settings, memory, policies) =>
      models?.[settings.name] ?? createLanguageModel(settings, process.env, memory, undefined, policies),
  });
  const key = storedKeys === true ? (service.firstKey ?? '') : testKey;
  const bearer = { authorization: `Bearer ${key}` };
  const messagesHeaders = { ...bearer, 'anthropic-version': '2023-06-01' };
  const streams = checkStreams(service.app.getHttpServer());
  const stop = async (): Promise<void> => {
    await service.close();
    streams.assert();
  };
  return {
    url: service.url,
    key,
    dataDir,
    log,
    app: service.app,
    messagesHeaders,
    responsesHeaders: bearer,
    post: (path, body, headers = path.startsWith('/v1/messages') ? messagesHeaders : bearer) =>
      fetch(service.url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
      }),
    stop,
    async close() {
      await stop();
      await removeStoreOf(dataDir);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
