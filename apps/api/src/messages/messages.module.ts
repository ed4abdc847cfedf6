import { Module } from '@nestjs/common';
import { TurnModule } from '../turn/turn.module.js';
import { MessageThreads } from './message-threads.js';
import { MessagesController } from './messages.controller.js';
import { ThreadsController } from './threads.controller.js';

@Module({ imports: [TurnModule], controllers: [MessagesController, ThreadsController], providers: [MessageThreads] })
export class MessagesModule {}
