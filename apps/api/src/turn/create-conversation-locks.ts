import { ConversationLocks, type ReasoningSigners, type Store } from '@org/engine';
import type { ServiceConfig } from '../config/service-config.js';
import { HistoryDecoder } from './history-decoder.js';

export interface ConversationLocksParts {
  readonly store: Store;
  readonly reasoningSigners: ReasoningSigners;
  readonly config: Pick<ServiceConfig, 'background'>;
}

/** Turns of one conversation wait for each other, on any endpoint and any replica. */
export function createConversationLocks({
  store,
  reasoningSigners,
  config,
}: ConversationLocksParts): ConversationLocks {
  const history = new HistoryDecoder(reasoningSigners);
  return new ConversationLocks({
    store,
    times: config.background,
    decode: (items, owner) => history.decode(items, owner),
  });
}
