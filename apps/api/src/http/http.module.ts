import { Global, Inject, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import type { Logger } from 'pino';
import { AuditTrail } from '../audit/audit-trail.js';
import { AuthGuard } from '../auth/auth.guard.js';
import { Authenticator } from '../auth/authenticator.js';
import type { ServiceConfig } from '../config/service-config.js';
import { provideClass } from '../engine/provide-class.js';
import { CLOCK, CONFIG, IDS, LOG, REASONING_SIGNERS, STORE } from '../engine/tokens.js';
import { ActiveRequests } from '../request-context/active-requests.js';
import { Outcomes } from '../request-context/outcomes.js';
import { Idempotency } from '../idempotency/idempotency.js';
import { RevokedKeyMonitor } from '../keys/revoked-key-monitor.js';
import { MemoryBudget } from '../limits/memory-budget.js';
import { KeyLimits } from '../limits/key-limits.js';
import { StorageQuotas } from '../storage/storage-quotas.js';
import { ErrorFilter } from './error.filter.js';
import { OpenConnections } from './connections/open-connections.js';
import { StalledReaders } from './reply/stalled-readers.js';
import { RouteTable } from './route-table.js';

@Global()
@Module({
  providers: [
    provideClass(AuditTrail, { config: CONFIG, store: STORE, clock: CLOCK, ids: IDS, log: LOG }),
    provideClass(Authenticator, { config: CONFIG, store: STORE, clock: CLOCK, audit: AuditTrail }),
    provideClass(MemoryBudget, { config: CONFIG, outcomes: Outcomes }),
    provideClass(Idempotency, {
      config: CONFIG,
      store: STORE,
      log: LOG,
      reasoningSigners: REASONING_SIGNERS,
      storageQuotas: StorageQuotas,
    }),
    provideClass(KeyLimits, { config: CONFIG, clock: CLOCK, outcomes: Outcomes }),
    provideClass(RevokedKeyMonitor, { config: CONFIG, store: STORE, log: LOG, open: ActiveRequests }),
    ActiveRequests,
    {
      provide: Outcomes,
      inject: [LOG, CONFIG],
      useFactory: (log: Logger, { logsUpstreamMessages }: ServiceConfig) =>
        new Outcomes(log, { upstreamMessages: logsUpstreamMessages }),
    },
    RouteTable,
    StalledReaders,
    provideClass(OpenConnections, { config: CONFIG, clock: CLOCK, log: LOG }),
    { provide: APP_GUARD, useClass: AuthGuard },
    { provide: APP_FILTER, useClass: ErrorFilter },
  ],
  exports: [
    Authenticator,
    MemoryBudget,
    Idempotency,
    KeyLimits,
    RevokedKeyMonitor,
    ActiveRequests,
    Outcomes,
    RouteTable,
    StalledReaders,
    OpenConnections,
  ],
})
export class HttpModule implements OnApplicationBootstrap, OnModuleDestroy {
  constructor(
    @Inject(RevokedKeyMonitor) private readonly keys: RevokedKeyMonitor,
    @Inject(AuditTrail) private readonly audit: AuditTrail,
  ) {}

  onApplicationBootstrap(): void {
    this.keys.start();
    this.audit.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.keys.stop();
    await this.audit.stop();
  }
}
