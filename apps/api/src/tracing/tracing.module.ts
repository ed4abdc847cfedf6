import { Module } from '@nestjs/common';
import { Tracing } from './tracing.js';

@Module({ providers: [Tracing] })
export class TracingModule {}
