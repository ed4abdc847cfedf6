// What every Store must do, run by each adapter's tests. Needs the test runner's globals and nothing else of it.
import type { StorePlace } from '../store-place.js';
import { describeApiKeyContract } from './api-key-contract.js';
import { describeConversationContract } from './conversation-contract.js';
import { describeConversationLineContract } from './conversation-line-contract.js';
import { describeConversationReadingContract } from './conversation-reading-contract.js';
import { describeEventLogContract } from './event-log-contract.js';
import { describeFileContract } from './file-contract.js';
import { describeIdempotencyContract } from './idempotency-contract.js';
import { describeJobContract } from './job-contract.js';
import { describeJobSharingContract } from './job-sharing-contract.js';
import { describeLongConversationContract } from './long-conversation-contract.js';
import { describeLongLogContract } from './long-log-contract.js';
import { describeLongTurnContract } from './long-turn-contract.js';
import { describeReadBoundContract } from './read-bound-contract.js';
import { describeTurnContract } from './turn-contract.js';

/** What every store must do. `makePlace` gives an empty place. */
export function describeStoreContract(name: string, makePlace: () => Promise<StorePlace>): void {
  describeTurnContract(name, makePlace);
  describeLongTurnContract(name, makePlace);
  describeReadBoundContract(name, makePlace);
  describeEventLogContract(name, makePlace);
  describeLongLogContract(name, makePlace);
  describeConversationContract(name, makePlace);
  describeConversationReadingContract(name, makePlace);
  describeLongConversationContract(name, makePlace);
  describeConversationLineContract(name, makePlace);
  describeJobContract(name, makePlace);
  describeJobSharingContract(name, makePlace);
  describeFileContract(name, makePlace);
  describeIdempotencyContract(name, makePlace);
  describeApiKeyContract(name, makePlace);
}
