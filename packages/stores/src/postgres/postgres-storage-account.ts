import { nothingStored, recordBytes, type StorageAccount, type StoredBytes } from '@org/engine/storage';
import { numberOf } from '../shared/column-values.js';
import { toKeyText } from '../shared/key-text.js';
import { conversationBytes, fileBytes, idempotencyBytes, itemBytes, jobBytes } from './database/stored-bytes-schema.js';
import { vectorStoreBytes, vectorStoreFileBytes } from './database/vector-store-schema.js';
import { containerBytes } from './database/container-schema.js';
import type { PostgresDatabase } from './database/postgres-database.js';

const sum = (bytes: string, from: string): string =>
  `(SELECT coalesce(sum(${bytes}), 0) FROM ${from} WHERE owner = $1)::bigint`;

/** The items and events of a turn from before the account have never counted. */
const dependents = `CASE WHEN dependent_bytes IS NULL THEN 0 ELSE
  ${recordBytes} * (SELECT count(*) FROM item WHERE turn_key = key) + (SELECT coalesce(sum(octet_length(data)), 0) FROM turn_event WHERE turn_key = key) END`;

const measure = `
  SELECT
    ${sum(`${recordBytes} + octet_length(history) + octet_length(delivered) + ${dependents}`, 'turn')}
      + ${sum(jobBytes, 'job')} + ${sum(idempotencyBytes, 'idempotency_key')} AS responses,
    ${sum(conversationBytes, 'conversation')} + ${sum(itemBytes, 'conversation_item')} AS conversations,
    ${sum(fileBytes, 'file')} + ${sum(vectorStoreBytes, 'vector_store')} + ${sum(vectorStoreFileBytes, 'vector_store_file')} + ${sum(containerBytes, 'container')} AS files`;

export function postgresStorageAccount(database: PostgresDatabase): StorageAccount {
  const read = async (query: string, ...values: readonly string[]): Promise<StoredBytes> => {
    const [row] = await database.query(query, values);
    if (row === undefined) return nothingStored;
    return {
      responses: numberOf(row, 'responses'),
      conversations: numberOf(row, 'conversations'),
      files: numberOf(row, 'files'),
    };
  };
  return {
    async getStoredBytes(owner) {
      return read('SELECT responses, conversations, files FROM stored_bytes WHERE owner = $1', toKeyText(owner));
    },
    async sumStoredBytes() {
      return read(
        'SELECT coalesce(sum(responses), 0)::bigint AS responses, coalesce(sum(conversations), 0)::bigint AS conversations, coalesce(sum(files), 0)::bigint AS files FROM stored_bytes',
      );
    },
    async measureStoredBytes(owner) {
      return read(measure, toKeyText(owner));
    },
  };
}
