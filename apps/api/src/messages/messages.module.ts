import { Module } from '@nestjs/common';
import { provideClass } from '../engine/provide-class.js';
import { STORE } from '../engine/tokens.js';
import { TurnModule } from '../turn/turn.module.js';
import { MessageThreads } from './message-threads.js';
import { MessagesController } from './messages.controller.js';
import { ThreadsController } from './threads.controller.js';

@Module({
  imports: [TurnModule],
  controllers: [MessagesController, ThreadsController],
  providers: [provideClass(MessageThreads, { store: STORE })],
})
export class MessagesModule {}
