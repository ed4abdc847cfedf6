import { Global, Inject, Module, type DynamicModule, type OnApplicationShutdown } from '@nestjs/common';
import type { Store } from '@org/engine/ports/store';
import { ModelRegistry } from '@org/engine/routing/model-registry';
import { createServerSealer } from '@org/engine/sealing/server-sealer';
import { Expiry } from './expiry.js';
import { openStore } from './open-store.js';
import { loadServerSecret } from './server-secret.js';
import type { ServiceParts } from './service-parts.js';
import { CLOCK, CONFIG, IDS, LOG, REGISTRY, SEALER, STORE } from './tokens.js';

/** Binds the engine's ports to adapters. The only place that knows which ones. */
@Global()
@Module({})
export class EngineModule implements OnApplicationShutdown {
  constructor(
    @Inject(STORE) private readonly store: Store,
    @Inject(REGISTRY) private readonly registry: ModelRegistry,
  ) {}

  static with({ config, clock, ids, log, createGenerator }: ServiceParts): DynamicModule {
    const providers = [
      { provide: CONFIG, useValue: config },
      { provide: CLOCK, useValue: clock },
      { provide: IDS, useValue: ids },
      { provide: LOG, useValue: log },
      { provide: STORE, useFactory: () => openStore(config.store) },
      { provide: SEALER, useFactory: async () => createServerSealer(secretOf(config.serverSecret) ?? (await loadServerSecret(config.dataDir))) },
      {
        provide: REGISTRY,
        useFactory: () => new ModelRegistry(config.models.map((settings) => ({ pattern: settings.name, generator: createGenerator(settings) }))),
      },
    ];
    return { module: EngineModule, providers: [...providers, Expiry], exports: providers.map(({ provide }) => provide) };
  }

  /** Runs after the last reply: models first, because a turn that ends still writes. */
  async onApplicationShutdown(): Promise<void> {
    try {
      await this.registry.close();
    } finally {
      await this.store.close();
    }
  }
}

function secretOf(text: string | undefined): Uint8Array | undefined {
  return text === undefined ? undefined : Buffer.from(text, 'utf8');
}
