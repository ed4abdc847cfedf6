import { Global, Module } from '@nestjs/common';
import { provideClass } from '../engine/provide-class.js';
import { CONFIG, LOG, STORE } from '../engine/tokens.js';
import { KeyLimits } from '../limits/key-limits.js';
import { StorageQuotas } from './storage-quotas.js';
import { StoreCapacity } from './store-capacity.js';

@Global()
@Module({
  providers: [
    provideClass(StoreCapacity, { config: CONFIG, store: STORE, log: LOG }),
    provideClass(StorageQuotas, { config: CONFIG, store: STORE, capacity: StoreCapacity, limits: KeyLimits }),
  ],
  exports: [StorageQuotas, StoreCapacity],
})
export class StorageModule {}
