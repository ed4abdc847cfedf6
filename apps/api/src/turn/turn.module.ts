import { Module } from '@nestjs/common';
import { ConversationLines, type Sealers, type Store } from '@org/engine';
import type { ServiceConfig } from '../config/service-config.js';
import { CONFIG, SEALERS, STORE } from '../engine/tokens.js';
import { HistoryDecoder } from './history-decoder.js';
import { Turns } from './turns.js';

/** Turns of one conversation wait for each other, whatever they came in by and on whichever replica. */
const conversationLines = {
  provide: ConversationLines,
  inject: [STORE, SEALERS, CONFIG],
  useFactory: (store: Store, sealers: Sealers, { background }: ServiceConfig) => {
    const history = new HistoryDecoder(sealers);
    return new ConversationLines({ store, times: background, decode: (items, owner) => history.decode(items, owner) });
  },
};

@Module({ providers: [Turns, conversationLines], exports: [Turns, ConversationLines] })
export class TurnModule {}
