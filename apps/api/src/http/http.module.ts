import { Global, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { AuthGuard } from '../auth/auth.guard.js';
import { Authenticator } from '../auth/authenticator.js';
import { ActiveRequests } from '../request-context/active-requests.js';
import { Outcomes } from '../request-context/outcomes.js';
import { Idempotency } from '../idempotency/idempotency.js';
import { KeyWatch } from '../keys/key-watch.js';
import { MemoryBudget } from '../limits/memory-budget.js';
import { KeyLimits } from '../limits/key-limits.js';
import { ErrorFilter } from './error.filter.js';
import { StalledReaders } from './reply/stalled-readers.js';
import { RouteTable } from './route-table.js';

@Global()
@Module({
  providers: [
    Authenticator,
    MemoryBudget,
    Idempotency,
    KeyLimits,
    KeyWatch,
    ActiveRequests,
    Outcomes,
    RouteTable,
    StalledReaders,
    { provide: APP_GUARD, useClass: AuthGuard },
    { provide: APP_FILTER, useClass: ErrorFilter },
  ],
  exports: [
    Authenticator,
    MemoryBudget,
    Idempotency,
    KeyLimits,
    KeyWatch,
    ActiveRequests,
    Outcomes,
    RouteTable,
    StalledReaders,
  ],
})
export class HttpModule {}
