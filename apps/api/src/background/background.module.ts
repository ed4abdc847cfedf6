import { Module } from '@nestjs/common';
import { BatchJobs } from '../batches/batch-jobs.js';
import { TurnModule } from '../turn/turn.module.js';
import { BackgroundJobs } from './background-jobs.js';
import { BackgroundResponses } from './background-responses.js';
import { ResponseJobs } from './response-jobs.js';

@Module({
  imports: [TurnModule],
  providers: [BackgroundJobs, BatchJobs, BackgroundResponses, ResponseJobs],
  exports: [BackgroundResponses],
})
export class BackgroundModule {}
