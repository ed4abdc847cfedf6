import { Module } from '@nestjs/common';
import { provideClass } from '../engine/provide-class.js';
import { CLOCK, CONFIG, IDS, STORE } from '../engine/tokens.js';
import { StorageQuotas } from '../storage/storage-quotas.js';
import { Files } from './files.js';
import { FilesController } from './files.controller.js';

@Module({
  controllers: [FilesController],
  providers: [
    provideClass(Files, { config: CONFIG, store: STORE, ids: IDS, clock: CLOCK, storageQuotas: StorageQuotas }),
  ],
})
export class FilesModule {}
