import { Module } from '@nestjs/common';
import { BackgroundModule } from '../background/background.module.js';
import { provideClass } from '../engine/provide-class.js';
import { CONFIG, REASONING_SIGNERS, STORE } from '../engine/tokens.js';
import { TurnModule } from '../turn/turn.module.js';
import { ResponsesController } from './responses.controller.js';
import { ResponseStreams } from './response-streams.js';
import { StoredResponses } from './stored-responses.js';

@Module({
  imports: [BackgroundModule, TurnModule],
  controllers: [ResponsesController],
  providers: [
    provideClass(ResponseStreams, { config: CONFIG, store: STORE, reasoningSigners: REASONING_SIGNERS }),
    provideClass(StoredResponses, { store: STORE, reasoningSigners: REASONING_SIGNERS }),
  ],
})
export class ResponsesModule {}
