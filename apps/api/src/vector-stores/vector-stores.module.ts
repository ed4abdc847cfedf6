import { Inject, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { RetrievalModels } from '@org/engine';
import type { ServiceConfig } from '../config/service-config.js';
import { provideClass } from '../engine/provide-class.js';
import { CLOCK, CONFIG, IDS, LOG, RETRIEVAL_MODELS, STORE } from '../engine/tokens.js';
import { MemoryBudget } from '../limits/memory-budget.js';
import { StorageQuotas } from '../storage/storage-quotas.js';
import { EmbeddingSpaces } from './embedding-spaces.js';
import { FileBatchesController } from './file-batches.controller.js';
import { IngestionWorker } from './ingestion-worker.js';
import { VectorStoreFilesController } from './vector-store-files.controller.js';
import { VectorStoreFiles } from './vector-store-files.js';
import { VectorStoresController } from './vector-stores.controller.js';
import { VectorStores } from './vector-stores.js';

const parts = { config: CONFIG, store: STORE, ids: IDS, clock: CLOCK, storageQuotas: StorageQuotas };

@Module({
  controllers: [VectorStoresController, VectorStoreFilesController, FileBatchesController],
  providers: [
    {
      provide: EmbeddingSpaces,
      inject: [CONFIG, RETRIEVAL_MODELS],
      useFactory: ({ fileSearch }: ServiceConfig, models: RetrievalModels) =>
        new EmbeddingSpaces({ settings: fileSearch, models }),
    },
    provideClass(VectorStores, { ...parts, spaces: EmbeddingSpaces, models: RETRIEVAL_MODELS }),
    provideClass(VectorStoreFiles, parts),
    provideClass(IngestionWorker, {
      config: CONFIG,
      store: STORE,
      log: LOG,
      spaces: EmbeddingSpaces,
      memoryBudget: MemoryBudget,
      storageQuotas: StorageQuotas,
    }),
  ],
  exports: [IngestionWorker],
})
export class VectorStoresModule implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(@Inject(IngestionWorker) private readonly worker: IngestionWorker) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.worker.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.worker.stop();
  }
}
