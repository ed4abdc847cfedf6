import { Module } from '@nestjs/common';
import { HealthModule } from '../health/health.module.js';
import { WebSocketModule } from '../websocket/websocket.module.js';
import { VectorStoresModule } from '../vector-stores/vector-stores.module.js';
import { MetricsListener } from './metrics-listener.js';

@Module({ imports: [HealthModule, VectorStoresModule, WebSocketModule], providers: [MetricsListener] })
export class MetricsModule {}
