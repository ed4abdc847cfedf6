import { Module } from '@nestjs/common';
import { provideClass } from '../engine/provide-class.js';
import { CLOCK, HOSTED_TOOLS, IDS } from '../engine/tokens.js';
import { StandaloneSearchController } from './standalone-search.controller.js';
import { StandaloneSearches } from './standalone-searches.js';

@Module({
  controllers: [StandaloneSearchController],
  providers: [provideClass(StandaloneSearches, { clock: CLOCK, ids: IDS, hostedTools: HOSTED_TOOLS })],
})
export class StandaloneSearchModule {}
