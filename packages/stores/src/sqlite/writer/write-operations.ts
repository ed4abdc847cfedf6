import { renewContentKeys } from '../database/content-keys.js';
import type { Statements } from '../database/statements.js';
import { putApiKey, recordApiKeyUses, revokeApiKey } from './api-key-writes.js';
import { deleteAuditEvents, putAuditEvents } from './audit-event-writes.js';
import { deleteConversation, deleteConversationBatch, deleteConversationTombstones } from './conversation-deletion.js';
import { enqueueTicket, releaseTicket, renewTicket } from './conversation-lock-writes.js';
import {
  addConversationItems,
  createConversation,
  deleteConversationItem,
  deleteExpiredGaps,
  setConversationMetadata,
} from './conversation-writes.js';
import { createContainer, removeContainer, updateContainer } from './container-writes.js';
import { appendEvents } from './event-writes.js';
import { deleteFileChunks, deleteFileTombstones, hideExpiredFiles, hideFile } from './file-deletion.js';
import { appendFileChunk, createFile, finishFile } from './file-writes.js';
import {
  abandonIdempotent,
  startIdempotent,
  deleteExpiredKeys,
  finishIdempotent,
  renewIdempotent,
} from './idempotency-writes.js';
import { claimIngestion, extendIngestion, failIngestion, publishFile, releaseIngestion } from './ingestion-writes.js';
import { claimJob, extendLease, failTurn, releaseJob, requestCancel } from './job-writes.js';
import { deleteEmptyAccount } from './stored-bytes-writes.js';
import { deleteOwnedIdempotencyKeys, eraseOwnerKeys } from './owner-erasure-writes.js';
import { readOthersVersion } from './read-others-version.js';
import { deleteExpiredTurns, deleteTurnTombstones, deleteTurn } from './turn-deletion.js';
import { putTurn } from './turn-writes.js';
import {
  deleteVectorStoreBatch,
  deleteVectorStoreTombstones,
  hideExpiredVectorStores,
  hideVectorStore,
  hideVectorStoreFile,
} from './vector-store-deletion.js';
import {
  attachFiles,
  cancelFileBatch,
  createVectorStore,
  setFileAttributes,
  touchVectorStores,
  updateVectorStore,
} from './vector-store-writes.js';

/**
 * All operations that change the database or that only its writer can report, by name. Each runs in a transaction of
 * the writer thread.
 */
export const writeOperations = {
  putTurn,
  deleteTurn,
  deleteExpiredTurns,
  deleteTurnTombstones,
  appendEvents,
  createConversation,
  setConversationMetadata,
  deleteConversation,
  deleteConversationBatch,
  deleteConversationTombstones,
  addConversationItems,
  deleteConversationItem,
  createFile,
  appendFileChunk,
  finishFile,
  hideFile,
  hideExpiredFiles,
  deleteFileChunks,
  deleteFileTombstones,
  createVectorStore,
  updateVectorStore,
  touchVectorStores,
  hideVectorStore,
  hideExpiredVectorStores,
  attachFiles,
  setFileAttributes,
  hideVectorStoreFile,
  cancelFileBatch,
  claimIngestion,
  extendIngestion,
  releaseIngestion,
  publishFile,
  failIngestion,
  deleteVectorStoreBatch,
  deleteVectorStoreTombstones,
  createContainer,
  updateContainer,
  removeContainer,
  enqueueTicket,
  renewTicket,
  releaseTicket,
  claimJob,
  extendLease,
  releaseJob,
  failTurn,
  requestCancel,
  startIdempotent,
  renewIdempotent,
  finishIdempotent,
  abandonIdempotent,
  deleteExpiredKeys,
  deleteExpiredGaps,
  putApiKey,
  revokeApiKey,
  recordApiKeyUses,
  putAuditEvents,
  deleteAuditEvents,
  deleteOwnedIdempotencyKeys,
  eraseOwnerKeys,
  deleteEmptyAccount,
  renewContentKeys,
  readOthersVersion,
};

export type WriteOperations = typeof writeOperations;
export type WriteName = keyof WriteOperations;

/** Parameters of a write in addition to the connection. */
export type WriteValues<Name extends WriteName> = WriteOperations[Name] extends (
  sql: Statements,
  ...values: infer Values
) => unknown
  ? Values
  : never;
export type WriteResult<Name extends WriteName> = ReturnType<WriteOperations[Name]>;

/**
 * Writes after which deleted or replaced keys must no longer be in the files. One such write follows the batches of a
 * conversation or a file, so the batches need no wait each.
 */
export const erasingWrites: ReadonlySet<WriteName> = new Set<WriteName>([
  'deleteTurn',
  'deleteExpiredTurns',
  'deleteTurnTombstones',
  'deleteConversation',
  'deleteConversationTombstones',
  'deleteConversationItem',
  'hideFile',
  'deleteFileTombstones',
  'hideVectorStoreFile',
  'deleteVectorStoreTombstones',
  'removeContainer',
  'deleteExpiredKeys',
  'deleteOwnedIdempotencyKeys',
  'eraseOwnerKeys',
  'renewContentKeys',
]);

/**
 * Whether a write with this result erased data. A sweep mostly examines turns that are retained because others
 * continue them: then there is nothing to erase.
 */
export function erasesContent(name: WriteName, result: unknown): boolean {
  if (name === 'deleteExpiredTurns') return (result as WriteResult<'deleteExpiredTurns'>).deleted > 0; // What the operation of this name gives.
  return erasingWrites.has(name);
}
