// The service as an object: created from its dependencies, listening, and closed again. main.ts and the tests start
// it in the same way.
import 'reflect-metadata';
import type { AddressInfo } from 'node:net';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { HostedTools, ModelRegistry, Store } from '@org/engine';
import { AppModule } from './app.module.js';
import { ConfigError } from './config/checks/config-error.js';
import { isLoopback } from './config/load-config.js';
import type { ServiceConfig } from './config/service-config.js';
import { drain } from './drain.js';
import { logUnready } from './engine/log-unready.js';
import { makeDataDir } from './engine/make-data-dir.js';
import { ConfiguredModels } from './engine/configured-models.js';
import type { ServiceParts } from './engine/service-parts.js';
import { HOSTED_TOOLS, REGISTRY, STORE } from './engine/tokens.js';
import { configureHttp } from './http/configure-http.js';
import { createAdapter } from './http/create-adapter.js';
import { SilentConnections } from './http/silent-connections.js';
import { KeyLimits } from './limits/key-limits.js';
import { makeKey } from './keys/make-key.js';
import { defaultOwner } from './keys/parse-key-command.js';
import { servePages } from './pages/serve-pages.js';
import { acceptSockets } from './websocket/accept-sockets.js';
import { ResponseSockets } from './websocket/response-sockets.js';

export interface Service {
  /** `http://host:port` with the actual port. */
  readonly url: string;
  /** The first key, when this start created one. It is not stored anywhere. */
  readonly firstKey: string | undefined;
  /** Names that clients can ask for. */
  readonly models: readonly string[];
  /** The hosted tools that the service runs, as an operator reads them, such as `web-search`. */
  readonly tools: readonly string[];
  readonly app: NestFastifyApplication;
  /**
   * Applies the models and key limits of the configuration that `read` returns; running requests are not affected.
   * Throws when that throws, or a model cannot be created.
   */
  reload(read: () => ServiceConfig): Promise<void>;
  /**
   * Stops: no new requests, a time to finish for those that run, then everything is closed. Resolves with the number of reads and writes that
   * the store was given and did not do in time.
   */
  close(): Promise<number>;
}

/** Starts the service. Throws a ConfigError with one sentence when a setting cannot work. */
export async function startService(parts: ServiceParts): Promise<Service> {
  const { config, ids, clock, log } = parts;
  makeDataDir(config.dataDir);
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.with(parts), createAdapter(config, ids), {
    logger: false,
    abortOnError: false,
    bodyParser: false,
    forceCloseConnections: false,
  });
  try {
    configureHttp(app);
    acceptSockets(app.getHttpAdapter().getInstance().server, app.get(ResponseSockets));
    servePages(app.getHttpAdapter().getInstance());
    const store = app.get<Store>(STORE);
    const registry = app.get<ModelRegistry>(REGISTRY);
    const hasKey = config.apiKeys !== undefined || (await store.countApiKeys()) > 0;
    if (!hasKey) refuseOthers(config.host);
    const silent = new SilentConnections(app.getHttpServer());
    await listen(app, config.host, config.port);
    // Not earlier: a failed start shows no key, and the next one would not create another.
    const firstKey = hasKey
      ? undefined
      : (await makeKey({ store, ids, clock, actor: 'service' }, { name: defaultOwner, owner: defaultOwner })).key;
    const hostedTools = app.get<HostedTools>(HOSTED_TOOLS);
    await hostedTools.ready();
    void registry.warmUp((model, error) => logUnready(log, model, error));
    return {
      url: urlOf(config.host, app.getHttpServer().address() as AddressInfo),
      firstKey,
      models: config.models.map(({ name }) => name),
      tools: [...hostedTools.kinds],
      app,
      async reload(read) {
        const { keyLimits } = await app.get(ConfiguredModels).reload(read);
        app.get(KeyLimits).set(keyLimits);
      },
      close: () => drain(app, config.shutdown, silent),
    };
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** The first key is shown on the terminal, which only suffices for local use. */
function refuseOthers(host: string): void {
  if (isLoopback(host)) return;
  throw new ConfigError(
    `other machines can reach HOST ${host}; set API_KEYS (name:key,name:key), or create a key first with "npm run key -- new NAME"`,
  );
}

/**
 * Maximum number of connections waiting to be accepted, where the system allows it. A client beyond that retries
 * after a second.
 */
const backlog = 4096;

async function listen(app: NestFastifyApplication, host: string, port: number): Promise<void> {
  try {
    await app.listen({ port, host, backlog });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new ConfigError(`another program uses PORT ${port} of ${host}; set PORT to a free one`);
    if (code === 'EACCES')
      throw new ConfigError(
        `this user has no permission to listen on PORT ${port} of ${host}; set PORT to one above 1023`,
      );
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new ConfigError(`HOST ${host} is not an address of this machine`);
    throw error;
  }
}

function urlOf(host: string, { port }: AddressInfo): string {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
