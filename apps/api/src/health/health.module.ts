import { Module } from '@nestjs/common';
import { AboutController } from './about.controller.js';
import { DescriptorMonitor } from './descriptor-monitor.js';
import { HealthController } from './health.controller.js';
import { Readiness } from './readiness.js';

@Module({
  controllers: [HealthController, AboutController],
  providers: [Readiness, DescriptorMonitor],
  exports: [Readiness],
})
export class HealthModule {}
