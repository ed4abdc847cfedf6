import { Module } from '@nestjs/common';
import { provideClass } from '../engine/provide-class.js';
import { CLOCK, CONFIG, IDS, REASONING_SIGNERS, STORE } from '../engine/tokens.js';
import { MemoryBudget } from '../limits/memory-budget.js';
import { StorageQuotas } from '../storage/storage-quotas.js';
import { ConversationItemsController } from './conversation-items.controller.js';
import { ConversationItems } from './conversation-items.js';
import { ConversationsController } from './conversations.controller.js';
import { Conversations } from './conversations.js';
import { NewItems } from './new-items.js';

@Module({
  controllers: [ConversationsController, ConversationItemsController],
  providers: [
    provideClass(NewItems, {
      config: CONFIG,
      memoryBudget: MemoryBudget,
      store: STORE,
      ids: IDS,
      reasoningSigners: REASONING_SIGNERS,
    }),
    provideClass(Conversations, {
      store: STORE,
      ids: IDS,
      clock: CLOCK,
      newItems: NewItems,
      storageQuotas: StorageQuotas,
    }),
    provideClass(ConversationItems, {
      store: STORE,
      newItems: NewItems,
      reasoningSigners: REASONING_SIGNERS,
      storageQuotas: StorageQuotas,
    }),
  ],
})
export class ConversationsModule {}
