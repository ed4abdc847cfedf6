// Requirements for every Store, run by each adapter's tests. Needs only the test runner's globals.
import type { StoreLocation } from '../store-location.js';
import { describeApiKeyContract } from './api-key-contract.js';
import { describeAuditLogContract } from './audit-log-contract.js';
import { describeChunkSearchContract } from './chunk-search-contract.js';
import { describeContainersOfStore } from './container-contract.js';
import { describeConversationContract } from './conversation-contract.js';
import { describeConversationLockContract } from './conversation-lock-contract.js';
import { describeConversationReadingContract } from './conversation-reading-contract.js';
import { describeEventLogContract } from './event-log-contract.js';
import { describeFileContract } from './file-contract.js';
import { describeIdempotencyContract } from './idempotency-contract.js';
import { describeJobContract } from './job-contract.js';
import { describeJobSharingContract } from './job-sharing-contract.js';
import { describeLongConversationContract } from './long-conversation-contract.js';
import { describeLongLogContract } from './long-log-contract.js';
import { describeLongTurnContract } from './long-turn-contract.js';
import { describeOwnerErasureContract } from './owner-erasure-contract.js';
import { describeReadBoundContract } from './read-bound-contract.js';
import { describeReadMemoryContract } from './read-memory-contract.js';
import { describeStorageAccountContract } from './storage-account-contract.js';
import { describeTurnChainContract } from './turn-chain-contract.js';
import { describeTurnContract } from './turn-contract.js';
import { describeIngestionContract } from './ingestion-contract.js';
import { describeVectorStoreContract } from './vector-store-contract.js';

/** Requirements for every store. `makeLocation` returns an empty location. */
export function describeStoreContract(name: string, makeLocation: () => Promise<StoreLocation>): void {
  describeTurnContract(name, makeLocation);
  describeTurnChainContract(name, makeLocation);
  describeLongTurnContract(name, makeLocation);
  describeReadBoundContract(name, makeLocation);
  describeReadMemoryContract(name, makeLocation);
  describeEventLogContract(name, makeLocation);
  describeLongLogContract(name, makeLocation);
  describeConversationContract(name, makeLocation);
  describeConversationReadingContract(name, makeLocation);
  describeLongConversationContract(name, makeLocation);
  describeConversationLockContract(name, makeLocation);
  describeJobContract(name, makeLocation);
  describeJobSharingContract(name, makeLocation);
  describeFileContract(name, makeLocation);
  describeVectorStoreContract(name, makeLocation);
  describeIngestionContract(name, makeLocation);
  describeChunkSearchContract(name, makeLocation);
  describeContainersOfStore(name, makeLocation);
  describeIdempotencyContract(name, makeLocation);
  describeApiKeyContract(name, makeLocation);
  describeAuditLogContract(name, makeLocation);
  describeOwnerErasureContract(name, makeLocation);
  describeStorageAccountContract(name, makeLocation);
}
