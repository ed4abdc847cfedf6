import { Module } from '@nestjs/common';
import { DescriptorMonitor } from './descriptor-monitor.js';
import { HealthController } from './health.controller.js';
import { Readiness } from './readiness.js';

@Module({
  controllers: [HealthController],
  providers: [Readiness, DescriptorMonitor],
  exports: [Readiness],
})
export class HealthModule {}
