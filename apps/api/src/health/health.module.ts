import { Module } from '@nestjs/common';
import { AboutController } from './about.controller.js';
import { DescriptorWatch } from './descriptor-watch.js';
import { HealthController } from './health.controller.js';
import { Readiness } from './readiness.js';

@Module({
  controllers: [HealthController, AboutController],
  providers: [Readiness, DescriptorWatch],
  exports: [Readiness],
})
export class HealthModule {}
