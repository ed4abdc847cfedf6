import { Module } from '@nestjs/common';
import { provideClass } from '../engine/provide-class.js';
import { CLOCK, CONFIG, IDS, REGISTRY, STORE } from '../engine/tokens.js';
import { StorageQuotas } from '../storage/storage-quotas.js';
import { TurnModule } from '../turn/turn.module.js';
import { BatchesController } from './batches.controller.js';
import { Batches } from './batches.js';

@Module({
  imports: [TurnModule],
  controllers: [BatchesController],
  providers: [
    provideClass(Batches, {
      config: CONFIG,
      store: STORE,
      ids: IDS,
      clock: CLOCK,
      registry: REGISTRY,
      storageQuotas: StorageQuotas,
    }),
  ],
})
export class BatchesModule {}
