import { Module } from '@nestjs/common';
import { TurnModule } from '../turn/turn.module.js';
import { CompactionController } from './compaction.controller.js';
import { Compactions } from './compactions.js';

@Module({ imports: [TurnModule], controllers: [CompactionController], providers: [Compactions] })
export class CompactionModule {}
