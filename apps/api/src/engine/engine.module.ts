import { Global, Inject, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import type { ModelRegistry, RetrievalModels, Store } from '@org/engine';
import { createOwnerSigners } from '../signing/owner-signers.js';
import { createVendorIdSigner } from '../signing/vendor-id-signer.js';
import { UpstreamPolicies } from '../upstream-policy/upstream-policies.js';
import { McpServerPool, MediaFetcher, ObservedHostedTools } from '@org/hosted-tools';
import type { Logger } from 'pino';
import type { ServiceConfig } from '../config/service-config.js';
import { configureTools } from '../hosted-tools/configured-tools.js';
import { MemoryBudget } from '../limits/memory-budget.js';
import { createStoreMemory } from '../limits/store-memory.js';
import { Expiry } from './expiry.js';
import { openStore } from './open-store.js';
import { loadServerSecret } from './server-secret.js';
import { StoreKeyRenewal } from './store-key-renewal.js';
import { ConfiguredModels } from './configured-models.js';
import type { ServiceParts } from './service-parts.js';
import {
  CLOCK,
  CONFIG,
  FIND_POLICY,
  IDS,
  LOG,
  HOSTED_TOOLS,
  MCP_SERVERS,
  MEDIA,
  REASONING_SIGNERS,
  REGISTRY,
  RETRIEVAL_MODELS,
  SECRET,
  STORE,
  UPSTREAM_POLICIES,
} from './tokens.js';

/** Binds the ports of the engine to adapters. The only module that knows the adapters. */
@Global()
@Module({})
export class EngineModule implements OnApplicationShutdown {
  constructor(
    @Inject(STORE) private readonly store: Store,
    @Inject(REGISTRY) private readonly registry: ModelRegistry,
    @Inject(MEDIA) private readonly media: MediaFetcher | undefined,
    @Inject(MCP_SERVERS) private readonly mcpServers: McpServerPool | undefined,
    @Inject(HOSTED_TOOLS) private readonly hostedTools: ObservedHostedTools,
  ) {}

  static with({
    config,
    clock,
    ids,
    log,
    createLanguageModel,
    network,
    hostedTools,
    retrievalModels,
  }: ServiceParts): DynamicModule {
    const providers = [
      { provide: CONFIG, useValue: config },
      { provide: CLOCK, useValue: clock },
      { provide: IDS, useValue: ids },
      { provide: LOG, useValue: log },
      {
        provide: STORE,
        inject: [MemoryBudget],
        useFactory: (memoryBudget: MemoryBudget) =>
          openStore(config, {
            clock,
            memory: createStoreMemory(memoryBudget),
            onFailure: (err) => log.error({ err }, 'the store failed; requests that need it fail until it recovers'),
          }),
      },
      {
        provide: SECRET,
        useFactory: async () => secretOf(config.serverSecret) ?? (await resolveServerSecret(config, log)),
      },
      { provide: REASONING_SIGNERS, inject: [SECRET], useFactory: createOwnerSigners },
      {
        provide: UPSTREAM_POLICIES,
        inject: [SECRET],
        useFactory: (secret: Uint8Array) =>
          new UpstreamPolicies({
            vendorIds: createVendorIdSigner(secret),
            addresses: network?.policy,
            fetchesMedia: config.media !== undefined,
          }),
      },
      {
        provide: MEDIA,
        useFactory: () =>
          config.media === undefined
            ? undefined
            : new MediaFetcher({ settings: config.media, record: (media) => log.info({ media }, 'media'), ...network }),
      },
      {
        provide: MCP_SERVERS,
        useFactory: () => {
          if (config.mcpServers === undefined) return undefined;
          const servers = new McpServerPool({ settings: config.mcpServers, ...network });
          servers.listen(({ requestId, ...mcpServer }) => log.info({ requestId, mcpServer }, 'mcp server'));
          servers.load().catch((err: unknown) => log.error({ err }, 'failed to load the MCP client'));
          return servers;
        },
      },
      {
        provide: RETRIEVAL_MODELS,
        inject: [REGISTRY],
        useFactory: (registry: RetrievalModels) => retrievalModels ?? registry,
      },
      {
        provide: HOSTED_TOOLS,
        inject: [STORE, RETRIEVAL_MODELS],
        useFactory: (store: Store, models: RetrievalModels) => {
          const tools = new ObservedHostedTools(
            hostedTools ?? configureTools({ config, log, store, clock, models, network }),
          );
          tools.listen(({ requestId, ...call }) =>
            log.info({ requestId, hostedTool: { ...call, trace: undefined } }, 'hosted tool'),
          );
          return tools;
        },
      },
      {
        provide: ConfiguredModels,
        inject: [UPSTREAM_POLICIES],
        useFactory: (policies: UpstreamPolicies) =>
          ConfiguredModels.start({ config, log, createLanguageModel, policies }),
      },
      {
        provide: FIND_POLICY,
        inject: [ConfiguredModels],
        useFactory: ({ findPolicy }: ConfiguredModels) => findPolicy,
      },
      { provide: REGISTRY, inject: [ConfiguredModels], useFactory: ({ registry }: ConfiguredModels) => registry },
    ];
    return {
      module: EngineModule,
      providers: [...providers, Expiry, StoreKeyRenewal],
      exports: providers.map(({ provide }) => provide),
    };
  }

  /** Runs after the last reply: models first, because a turn that ends still writes. */
  async onApplicationShutdown(): Promise<void> {
    try {
      await this.registry.close();
      await this.media?.close();
      await this.mcpServers?.close();
      await this.hostedTools.close();
    } finally {
      await this.store.close();
    }
  }
}

/** Valid for a single process. A database may have other processes, which is unknown here; a SQLite file has none. */
async function resolveServerSecret({ store, dataDir }: ServiceConfig, log: Logger): Promise<Uint8Array> {
  if (store.kind !== 'sqlite') {
    log.warn(
      { dataDir },
      'SERVER_SECRET is not set: a replica with another DATA_DIR runs a request with an idempotency key a second time, and drops reasoning that this one signed; set the same secret on every replica',
    );
  }
  return loadServerSecret(dataDir);
}

function secretOf(text: string | undefined): Uint8Array | undefined {
  return text === undefined ? undefined : Buffer.from(text, 'utf8');
}
