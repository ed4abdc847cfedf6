import { Module } from '@nestjs/common';
import { provideClass } from '../engine/provide-class.js';
import { CLOCK, CONFIG, IDS, REASONING_SIGNERS, REGISTRY } from '../engine/tokens.js';
import { TurnModule } from '../turn/turn.module.js';
import { Turns } from '../turn/turns.js';
import { CompactionController } from './compaction.controller.js';
import { Compactions } from './compactions.js';

@Module({
  imports: [TurnModule],
  controllers: [CompactionController],
  providers: [
    provideClass(Compactions, {
      config: CONFIG,
      registry: REGISTRY,
      reasoningSigners: REASONING_SIGNERS,
      ids: IDS,
      clock: CLOCK,
      turns: Turns,
    }),
  ],
})
export class CompactionModule {}
