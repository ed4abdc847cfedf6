import { Module } from '@nestjs/common';
import { AboutController } from './about.controller.js';
import { HealthController } from './health.controller.js';
import { Readiness } from './readiness.js';

@Module({ controllers: [HealthController, AboutController], providers: [Readiness], exports: [Readiness] })
export class HealthModule {}
