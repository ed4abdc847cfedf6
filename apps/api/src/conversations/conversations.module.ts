import { Module } from '@nestjs/common';
import { ConversationItemsController } from './conversation-items.controller.js';
import { ConversationItems } from './conversation-items.js';
import { ConversationsController } from './conversations.controller.js';
import { Conversations } from './conversations.js';
import { NewItems } from './new-items.js';

@Module({
  controllers: [ConversationsController, ConversationItemsController],
  providers: [Conversations, ConversationItems, NewItems],
})
export class ConversationsModule {}
