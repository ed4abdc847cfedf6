import { Module } from '@nestjs/common';
import { HealthModule } from '../health/health.module.js';
import { WebSocketModule } from '../websocket/websocket.module.js';
import { MetricsListener } from './metrics-listener.js';

@Module({ imports: [HealthModule, WebSocketModule], providers: [MetricsListener] })
export class MetricsModule {}
