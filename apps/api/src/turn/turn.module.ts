import { Module } from '@nestjs/common';
import { ConversationLocks, type ReasoningSigners, type Store } from '@org/engine';
import type { ServiceConfig } from '../config/service-config.js';
import { CONFIG, REASONING_SIGNERS, STORE } from '../engine/tokens.js';
import { HistoryDecoder } from './history-decoder.js';
import { Turns } from './turns.js';

/** Turns of one conversation wait for each other, whatever they came in by and on whichever replica. */
const conversationLocks = {
  provide: ConversationLocks,
  inject: [STORE, REASONING_SIGNERS, CONFIG],
  useFactory: (store: Store, reasoningSigners: ReasoningSigners, { background }: ServiceConfig) => {
    const history = new HistoryDecoder(reasoningSigners);
    return new ConversationLocks({ store, times: background, decode: (items, owner) => history.decode(items, owner) });
  },
};

@Module({ providers: [Turns, conversationLocks], exports: [Turns, ConversationLocks] })
export class TurnModule {}
