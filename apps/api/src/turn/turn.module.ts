import { Module } from '@nestjs/common';
import { ConversationLocks, type ReasoningSigners, type Store } from '@org/engine';
import type { ServiceConfig } from '../config/service-config.js';
import { provideClass } from '../engine/provide-class.js';
import {
  CLOCK,
  CONFIG,
  FIND_POLICY,
  IDS,
  HOSTED_TOOLS,
  MCP_SERVERS,
  MEDIA,
  REASONING_SIGNERS,
  REGISTRY,
  STORE,
  UPSTREAM_POLICIES,
} from '../engine/tokens.js';
import { MemoryBudget } from '../limits/memory-budget.js';
import { StorageQuotas } from '../storage/storage-quotas.js';
import { createConversationLocks } from './create-conversation-locks.js';
import { Turns } from './turns.js';

@Module({
  providers: [
    {
      provide: ConversationLocks,
      inject: [STORE, REASONING_SIGNERS, CONFIG],
      useFactory: (store: Store, reasoningSigners: ReasoningSigners, config: ServiceConfig) =>
        createConversationLocks({ store, reasoningSigners, config }),
    },
    provideClass(Turns, {
      config: CONFIG,
      registry: REGISTRY,
      store: STORE,
      reasoningSigners: REASONING_SIGNERS,
      ids: IDS,
      clock: CLOCK,
      conversations: ConversationLocks,
      memoryBudget: MemoryBudget,
      media: MEDIA,
      mcpServers: MCP_SERVERS,
      hostedTools: HOSTED_TOOLS,
      findPolicy: FIND_POLICY,
      upstreamPolicies: UPSTREAM_POLICIES,
      storageQuotas: StorageQuotas,
    }),
  ],
  exports: [Turns, ConversationLocks],
})
export class TurnModule {}
