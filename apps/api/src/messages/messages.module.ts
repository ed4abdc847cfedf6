import { Module } from '@nestjs/common';
import { TurnModule } from '../turn/turn.module.js';
import { MessagesController } from './messages.controller.js';

@Module({ imports: [TurnModule], controllers: [MessagesController] })
export class MessagesModule {}
