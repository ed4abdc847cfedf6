import { Module } from '@nestjs/common';
import { Authenticator } from '../auth/authenticator.js';
import { provideClass } from '../engine/provide-class.js';
import { CONFIG, IDS, REGISTRY, STORE } from '../engine/tokens.js';
import { OpenConnections } from '../http/connections/open-connections.js';
import { StalledReaders } from '../http/reply/stalled-readers.js';
import { RevokedKeyMonitor } from '../keys/revoked-key-monitor.js';
import { KeyLimits } from '../limits/key-limits.js';
import { MemoryBudget } from '../limits/memory-budget.js';
import { ActiveRequests } from '../request-context/active-requests.js';
import { Outcomes } from '../request-context/outcomes.js';
import { TurnModule } from '../turn/turn.module.js';
import { Turns } from '../turn/turns.js';
import { ResponseSockets } from './response-sockets.js';
import { WebSocketController } from './websocket.controller.js';

@Module({
  imports: [TurnModule],
  controllers: [WebSocketController],
  providers: [
    provideClass(ResponseSockets, {
      config: CONFIG,
      authenticator: Authenticator,
      turns: Turns,
      registry: REGISTRY,
      store: STORE,
      ids: IDS,
      open: ActiveRequests,
      outcomes: Outcomes,
      readers: StalledReaders,
      openConnections: OpenConnections,
      keyLimits: KeyLimits,
      keys: RevokedKeyMonitor,
      memoryBudget: MemoryBudget,
    }),
  ],
  exports: [ResponseSockets],
})
export class WebSocketModule {}
