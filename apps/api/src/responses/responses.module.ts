import { Module } from '@nestjs/common';
import { BackgroundModule } from '../background/background.module.js';
import { TurnModule } from '../turn/turn.module.js';
import { ResponsesController } from './responses.controller.js';
import { ResponseStreams } from './response-streams.js';
import { StoredResponses } from './stored-responses.js';

@Module({
  imports: [BackgroundModule, TurnModule],
  controllers: [ResponsesController],
  providers: [ResponseStreams, StoredResponses],
})
export class ResponsesModule {}
