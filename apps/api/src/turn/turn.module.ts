import { Module } from '@nestjs/common';
import { decodeHistory } from '@org/dialects/responses';
import type { Sealer } from '@org/engine/ports/sealer';
import type { Store } from '@org/engine/ports/store';
import { ConversationTurns } from '@org/engine/turn/conversation-turns';
import type { ServiceConfig } from '../config/service-config.js';
import { CONFIG, SEALER, STORE } from '../engine/tokens.js';
import { Turns } from './turns.js';

/** Turns of one conversation wait for each other, whatever they came in by and on whichever replica. */
const conversationTurns = {
  provide: ConversationTurns,
  inject: [STORE, SEALER, CONFIG],
  useFactory: (store: Store, sealer: Sealer, { background }: ServiceConfig) =>
    new ConversationTurns({ store, times: background, decode: (items) => decodeHistory(items, (data) => sealer.decrypt(data)) }),
};

@Module({ providers: [Turns, conversationTurns], exports: [Turns, ConversationTurns] })
export class TurnModule {}
