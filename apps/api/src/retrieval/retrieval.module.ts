import { Module } from '@nestjs/common';
import { provideClass } from '../engine/provide-class.js';
import { REGISTRY } from '../engine/tokens.js';
import { MemoryBudget } from '../limits/memory-budget.js';
import { RetrievalController } from './retrieval.controller.js';
import { Retrievals } from './retrievals.js';

/** Embeddings and rankings. */
@Module({
  controllers: [RetrievalController],
  providers: [provideClass(Retrievals, { registry: REGISTRY, memoryBudget: MemoryBudget })],
})
export class RetrievalModule {}
