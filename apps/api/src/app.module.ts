import { Module, type DynamicModule } from '@nestjs/common';
import { CompactionModule } from './compaction/compaction.module.js';
import { StandaloneSearchModule } from './standalone-search/standalone-search.module.js';
import { ContainersModule } from './containers/containers.module.js';
import { ConversationsModule } from './conversations/conversations.module.js';
import { BatchesModule } from './batches/batches.module.js';
import { EngineModule } from './engine/engine.module.js';
import type { ServiceParts } from './engine/service-parts.js';
import { FilesModule } from './files/files.module.js';
import { HealthModule } from './health/health.module.js';
import { HttpModule } from './http/http.module.js';
import { MessagesModule } from './messages/messages.module.js';
import { MetricsModule } from './metrics/metrics.module.js';
import { ModelsModule } from './models/models.module.js';
import { OpenApiModule } from './openapi/openapi.module.js';
import { ResponsesModule } from './responses/responses.module.js';
import { RetrievalModule } from './retrieval/retrieval.module.js';
import { StorageModule } from './storage/storage.module.js';
import { UsageModule } from './usage/usage.module.js';
import { TracingModule } from './tracing/tracing.module.js';
import { VectorStoresModule } from './vector-stores/vector-stores.module.js';
import { WebSocketModule } from './websocket/websocket.module.js';

@Module({})
export class AppModule {
  static with(parts: ServiceParts): DynamicModule {
    return {
      module: AppModule,
      imports: [
        EngineModule.with(parts),
        HttpModule,
        MessagesModule,
        BatchesModule,
        ResponsesModule,
        ConversationsModule,
        CompactionModule,
        StandaloneSearchModule,
        FilesModule,
        RetrievalModule,
        VectorStoresModule,
        ContainersModule,
        StorageModule,
        UsageModule,
        WebSocketModule,
        ModelsModule,
        HealthModule,
        MetricsModule,
        TracingModule,
        OpenApiModule,
      ],
    };
  }
}
