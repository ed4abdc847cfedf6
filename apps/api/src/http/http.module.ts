import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { KeyWatch } from '../keys/key-watch.js';
import { KeyLimits } from '../limits/key-limits.js';
import { AuthGuard } from './auth.guard.js';
import { Authenticator } from './authenticator.js';
import { ErrorFilter } from './error.filter.js';
import { Idempotency } from './idempotency.js';
import { OpenExchanges } from './open-exchanges.js';
import { Outcomes } from './outcomes.js';
import { RouteTable } from './route-table.js';
import { StalledReaders } from './stalled-readers.js';

@Global()
@Module({
  providers: [Authenticator, Idempotency, KeyLimits, KeyWatch, OpenExchanges, Outcomes, RouteTable, StalledReaders, { provide: APP_GUARD, useClass: AuthGuard }, { provide: APP_FILTER, useClass: ErrorFilter }],
  exports: [Authenticator, Idempotency, KeyLimits, KeyWatch, OpenExchanges, Outcomes, RouteTable, StalledReaders],
})
export class HttpModule {}
