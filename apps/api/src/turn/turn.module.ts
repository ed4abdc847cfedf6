import { Module } from '@nestjs/common';
import { decodeHistory } from '@org/dialects/responses';
import type { Sealer } from '@org/engine/ports/sealer';
import type { Store } from '@org/engine/ports/store';
import { ConversationTurns } from '@org/engine/turn/conversation-turns';
import { SEALER, STORE } from '../engine/tokens.js';
import { Turns } from './turns.js';

/** One for the whole process: turns of one conversation wait for each other, whatever they came in by. */
const conversationTurns = {
  provide: ConversationTurns,
  inject: [STORE, SEALER],
  useFactory: (store: Store, sealer: Sealer) => new ConversationTurns(store, (items) => decodeHistory(items, (data) => sealer.decrypt(data))),
};

@Module({ providers: [Turns, conversationTurns], exports: [Turns, ConversationTurns] })
export class TurnModule {}
