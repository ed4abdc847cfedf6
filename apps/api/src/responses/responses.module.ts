import { Module } from '@nestjs/common';
import { TurnModule } from '../turn/turn.module.js';
import { ResponsesController } from './responses.controller.js';
import { StoredResponses } from './stored-responses.js';

@Module({ imports: [TurnModule], controllers: [ResponsesController], providers: [StoredResponses] })
export class ResponsesModule {}
