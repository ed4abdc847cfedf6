import { Module } from '@nestjs/common';
import { provideClass } from '../engine/provide-class.js';
import { CLOCK, CONFIG, IDS, STORE } from '../engine/tokens.js';
import { StorageQuotas } from '../storage/storage-quotas.js';
import { ContainerFilesController } from './container-files.controller.js';
import { ContainerFiles } from './container-files.js';
import { ContainersController } from './containers.controller.js';
import { Containers } from './containers.js';

@Module({
  controllers: [ContainersController, ContainerFilesController],
  providers: [
    provideClass(Containers, { config: CONFIG, store: STORE, ids: IDS, clock: CLOCK, storageQuotas: StorageQuotas }),
    provideClass(ContainerFiles, {
      config: CONFIG,
      store: STORE,
      ids: IDS,
      clock: CLOCK,
      containers: Containers,
      storageQuotas: StorageQuotas,
    }),
  ],
})
export class ContainersModule {}
