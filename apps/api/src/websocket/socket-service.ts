import type { IdSource, ModelRegistry, Store } from '@org/engine';
import type { Authenticator } from '../auth/authenticator.js';
import type { LimitSettings } from '../config/service-file.js';
import type { Exchange } from '../exchange/exchange.js';
import type { ExchangeFacts } from '../exchange/log-exchange.js';
import type { OpenExchanges } from '../exchange/open-exchanges.js';
import type { BodyRoom } from '../limits/body-room.js';
import type { KeyLimits } from '../limits/key-limits.js';
import type { Turns } from '../turn/turns.js';

/** What every connection shares. */
export interface SocketService {
  readonly authenticator: Authenticator;
  readonly turns: Turns;
  readonly registry: ModelRegistry;
  readonly store: Store;
  readonly ids: IdSource;
  readonly open: OpenExchanges;
  readonly limits: LimitSettings;
  readonly keyLimits: KeyLimits;
  readonly room: BodyRoom;
  /** Writes the log line of one response. */
  report(exchange: Exchange, facts: ExchangeFacts): void;
}
