import { Inject, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { ConversationLocks } from '@org/engine';
import { BatchJobs } from '../batches/batch-jobs.js';
import { provideClass } from '../engine/provide-class.js';
import { CLOCK, CONFIG, IDS, LOG, REGISTRY, STORE } from '../engine/tokens.js';
import { RevokedKeyMonitor } from '../keys/revoked-key-monitor.js';
import { KeyLimits } from '../limits/key-limits.js';
import { MemoryBudget } from '../limits/memory-budget.js';
import { Outcomes } from '../request-context/outcomes.js';
import { StorageQuotas } from '../storage/storage-quotas.js';
import { TurnModule } from '../turn/turn.module.js';
import { Turns } from '../turn/turns.js';
import { BackgroundJobs } from './background-jobs.js';
import { BackgroundResponses } from './background-responses.js';
import { ResponseJobs } from './response-jobs.js';

const parts = { config: CONFIG, store: STORE, registry: REGISTRY, ids: IDS, clock: CLOCK, turns: Turns };

@Module({
  imports: [TurnModule],
  providers: [
    provideClass(BackgroundJobs, {
      config: CONFIG,
      store: STORE,
      log: LOG,
      responses: ResponseJobs,
      batches: BatchJobs,
      keys: RevokedKeyMonitor,
      memoryBudget: MemoryBudget,
    }),
    provideClass(BatchJobs, {
      ...parts,
      outcomes: Outcomes,
      limits: KeyLimits,
      memoryBudget: MemoryBudget,
      storageQuotas: StorageQuotas,
    }),
    provideClass(BackgroundResponses, { ...parts, storageQuotas: StorageQuotas }),
    provideClass(ResponseJobs, {
      ...parts,
      conversations: ConversationLocks,
      limits: KeyLimits,
      memoryBudget: MemoryBudget,
      storageQuotas: StorageQuotas,
    }),
  ],
  exports: [BackgroundResponses],
})
export class BackgroundModule implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(@Inject(BackgroundJobs) private readonly jobs: BackgroundJobs) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.jobs.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.jobs.stop();
  }
}
