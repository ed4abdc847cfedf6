import { Module } from '@nestjs/common';
import { TurnModule } from '../turn/turn.module.js';
import { BatchesController } from './batches.controller.js';
import { Batches } from './batches.js';

@Module({ imports: [TurnModule], controllers: [BatchesController], providers: [Batches] })
export class BatchesModule {}
