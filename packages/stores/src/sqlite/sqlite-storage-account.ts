import { nothingStored, type StorageAccount, type StoredBytes } from '@org/engine/storage';
import { numberOf } from '../shared/column-values.js';
import { toKeyText } from '../shared/key-text.js';
import type { SqliteConnection } from './database/sqlite-connection.js';
import { containerBytes } from './database/container-schema.js';
import type { Row } from './database/statements.js';
import {
  conversationBytes,
  eventBytes,
  fileBytes,
  idempotencyBytes,
  itemBytes,
  jobBytes,
  turnBytes,
} from './database/stored-bytes-schema.js';
import { vectorStoreBytes, vectorStoreFileBytes } from './database/vector-store-schema.js';

const sum = (bytes: string, from: string): string =>
  `(SELECT coalesce(sum(${bytes}), 0) FROM ${from} WHERE owner = ?1)`;

const measure = `
  SELECT
    ${sum(turnBytes(''), 'turn')} + ${sum(jobBytes(''), 'job')} + ${sum(idempotencyBytes(''), 'idempotency_key')} +
      (SELECT coalesce(sum(${eventBytes('')}), 0) FROM turn CROSS JOIN turn_event ON turn_key = key WHERE owner = ?1) AS responses,
    ${sum(conversationBytes(''), 'conversation')} + ${sum(itemBytes(''), 'conversation_item')} AS conversations,
    ${sum(fileBytes(''), 'file')} + ${sum(vectorStoreBytes(''), 'vector_store')} + ${sum(vectorStoreFileBytes(''), 'vector_store_file')} + ${sum(containerBytes(''), 'container')} AS files`;

export function sqliteStorageAccount(connection: SqliteConnection): StorageAccount {
  const read = (query: string, ...values: readonly string[]): StoredBytes =>
    connection.read((sql) => toStoredBytes(sql.first(query, ...values)));
  return {
    async getStoredBytes(owner) {
      return read('SELECT responses, conversations, files FROM stored_bytes WHERE owner = ?', toKeyText(owner));
    },
    async sumStoredBytes() {
      return read(
        'SELECT coalesce(sum(responses), 0) AS responses, coalesce(sum(conversations), 0) AS conversations, coalesce(sum(files), 0) AS files FROM stored_bytes',
      );
    },
    async measureStoredBytes(owner) {
      return read(measure, toKeyText(owner));
    },
  };
}

function toStoredBytes(row: Row | undefined): StoredBytes {
  if (row === undefined) return nothingStored;
  return {
    responses: numberOf(row, 'responses'),
    conversations: numberOf(row, 'conversations'),
    files: numberOf(row, 'files'),
  };
}
