import type { IdSource, ModelRegistry, Store } from '@org/engine';
import type { Authenticator } from '../auth/authenticator.js';
import type { LimitSettings } from '../config/service-file.js';
import type { RequestContext } from '../request-context/request-context.js';
import type { RequestFacts } from '../request-context/log-outcome.js';
import type { ActiveRequests } from '../request-context/active-requests.js';
import type { MemoryBudget } from '../limits/memory-budget.js';
import type { KeyLimits } from '../limits/key-limits.js';
import type { Turns } from '../turn/turns.js';

/** What every connection shares. */
export interface SocketService {
  readonly authenticator: Authenticator;
  readonly turns: Turns;
  readonly registry: ModelRegistry;
  readonly store: Store;
  readonly ids: IdSource;
  readonly open: ActiveRequests;
  readonly limits: LimitSettings;
  /** Milliseconds of silence after which a response sends a keep-alive. */
  readonly keepAliveMs: number;
  readonly keyLimits: KeyLimits;
  readonly memoryBudget: MemoryBudget;
  /** Writes the log line of one response. */
  report(requestContext: RequestContext, facts: RequestFacts): void;
}
