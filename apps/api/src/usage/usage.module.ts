import { Module } from '@nestjs/common';
import { StorageUsageController } from './storage-usage.controller.js';

/** What an owner uses of the service. */
@Module({ controllers: [StorageUsageController] })
export class UsageModule {}
