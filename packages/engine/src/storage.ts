// What a store is made of: its ports, and the tools for its contents and failures. A store enters the engine here, because
// its writer thread would load the turn pipeline and the routing with the index.
export {
  joinChunks,
  mapInSteps,
  runInSlices,
  runNow,
  runYielding,
  type Steps,
  toUtf8Chunks,
} from './concurrency/steps.js';
export { YieldTimer } from './concurrency/yield-timer.js';
export { DamagedContentError } from './errors/damaged-content-error.js';
export { EngineError, type ErrorCode } from './errors/engine-error.js';
export { storageQuotaExceeded } from './errors/storage-quota-exceeded.js';
export { randomBlocks } from './identity/random-blocks.js';
export { parseExactly } from './json/exact-json.js';
export { isLongJson, jsonChunks, textChunks } from './json/json-chunks.js';
export { isExactNumber, isList, isObject, type JsonObject, type JsonValue } from './json/json-value.js';
export type { DialectId } from './model/extensions.js';
export {
  auditEventKinds,
  type AuditEvent,
  type AuditLog,
  type AuditQuery,
  type RefusalReason,
} from './ports/audit-log.js';
export { type Clock, systemClock } from './ports/clock.js';
export type {
  ConversationItem,
  ConversationLockStore,
  ConversationRecord,
  ConversationStore,
  LockTicket,
} from './ports/conversation-store.js';
export {
  containerExpiry,
  type ContainerQuota,
  type ContainerRecord,
  type ContainerStore,
  type StoredContainer,
} from './ports/container-store.js';
export type { AppendChunkOutcome, FilePageRequest, FileQuota, FileRecord, FileStore } from './ports/file-store.js';
export type {
  CompletedAttempt,
  IdempotencyState,
  IdempotencyStore,
  IdempotentAttempt,
  IdempotentRequest,
  StoredResponse,
} from './ports/idempotency-store.js';
export { isSameTurn } from './ports/is-same-turn.js';
export type { FairQueueKey, JobStore, Lease, NewJob } from './ports/job-store.js';
export type { OwnedCounts, OwnerErasure } from './ports/owner-erasure.js';
export type { Page, PageRequest } from './ports/page.js';
export type {
  ApiKeyRecord,
  ApiKeyStore,
  ApiKeyUse,
  ChainTurn,
  Store,
  StoredItem,
  TurnAddition,
  TurnRecord,
  TurnStore,
} from './ports/store.js';
export { noStoreKey, type StoreKey, type StoreKeyEntry } from './ports/store-key.js';
export type { StoreKeyUse } from './ports/store-key-use.js';
export { type StoreMemory, unlimitedMemory } from './ports/store-memory.js';
export {
  fullPageBytes,
  type TurnEvent,
  type TurnEventLog,
  type TurnEventPage,
  type Unwatch,
} from './ports/turn-event-log.js';
export { nothingStored, recordBytes, type StorageAccount, type StoredBytes } from './ports/storage-account.js';
export { maxChunksPerFile } from './ports/vector-store.js';
export type {
  AttachOutcome,
  Chunk,
  ChunkHit,
  ChunkLengths,
  ChunkSearch,
  CursorPageRequest,
  EmbeddedChunk,
  EmbeddingSpace,
  FileAttributes,
  FileBatchRecord,
  FilePageFilter,
  Ingestion,
  IngestionFailure,
  IngestionCounts,
  IngestionLease,
  NewVectorStore,
  NewVectorStoreFile,
  VectorStoreFileCounts,
  VectorStoreFileRecord,
  VectorStoreFileStatus,
  VectorStoreQuota,
  VectorStoreRecord,
  VectorStoreSettings,
  VectorStoreStore,
} from './ports/vector-store.js';
export { isTerminal, type TurnStatus } from './ports/turn-status.js';
export { encodeLexicalIndex } from './retrieval/lexical-index.js';
export { LexicalSearch } from './retrieval/lexical-search.js';
export { attributeMatcher, matchesAttributes } from './retrieval/match-attributes.js';
export type { RankedChunk } from './retrieval/top-chunks.js';
export { encodeVectors, VectorSearch } from './retrieval/vector-search.js';
export { countCharacters } from './text/count-characters.js';
