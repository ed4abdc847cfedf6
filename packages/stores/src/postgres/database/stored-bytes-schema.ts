// The account of stored bytes. Triggers change it, in the round trip of the statement that changes the rows.
import type { ClientBase } from 'pg';
import { recordBytes } from '@org/engine/storage';
import { tombstoneOwner } from '../../shared/conversation-tombstones.js';

type Kind = 'responses' | 'conversations' | 'files';

/** A turn counts its items and events in a column: they may be deleted with it, and then have no owner. */
export const turnBytes = `${recordBytes} + octet_length(history) + octet_length(delivered) + coalesce(dependent_bytes, 0)`;
export const jobBytes = 'octet_length(request)';
export const idempotencyBytes = `coalesce(${recordBytes} + octet_length(response), 0)`;
export const itemBytes = `${recordBytes} + octet_length(content)`;
/** A tombstone counts nothing. Items of a tombstone count until they are deleted. */
export const conversationBytes = unlessTombstone(`${recordBytes} + octet_length(metadata)`);
/** The size of a file is the sum of its chunks. */
export const fileBytes = unlessTombstone(`${recordBytes} + size + octet_length(description)`);

function unlessTombstone(bytes: string): string {
  return `CASE owner WHEN '${tombstoneOwner}' THEN 0 ELSE ${bytes} END`;
}

/** The setting of a transaction that limits what the owner stores after it. */
export const quotaSetting = 'service.max_stored_bytes';

/** SQLSTATE of a statement that exceeds it. The message is the bytes that it would need and the limit. */
export const quotaExceededCode = 'MRSQ1';

/**
 * Fills the account from the rows that exist. The events and items of turns from before do not count: their column is
 * null, because to fill it would rewrite every turn. A statement counts in the order of owners, so that two large
 * deletions cannot deadlock.
 */
export async function createStoredBytes(client: ClientBase): Promise<void> {
  await client.query(`
    ALTER TABLE turn ADD COLUMN dependent_bytes bigint;
    CREATE TABLE stored_bytes (
      owner         text   COLLATE "C" PRIMARY KEY,
      responses     bigint NOT NULL DEFAULT 0,
      conversations bigint NOT NULL DEFAULT 0,
      files         bigint NOT NULL DEFAULT 0
    ) WITH (fillfactor = 50);
    ${fill('turn', 'responses', turnBytes)}
    ${fill('job', 'responses', jobBytes)}
    ${fill('idempotency_key', 'responses', idempotencyBytes)}
    ${fill('conversation', 'conversations', conversationBytes)}
    ${fill('conversation_item', 'conversations', itemBytes)}
    ${fill('file', 'files', fileBytes)}
    CREATE FUNCTION require_quota(total bigint) RETURNS void LANGUAGE plpgsql AS $$
    DECLARE
      most bigint := nullif(current_setting('${quotaSetting}', true), '');
    BEGIN
      IF total > most THEN RAISE EXCEPTION USING ERRCODE = '${quotaExceededCode}', MESSAGE = total || ' ' || most; END IF;
    END $$;
    ${count('turn', 'responses', turnBytes)}
    ${count('job', 'responses', jobBytes, 'request')}
    ${count('idempotency_key', 'responses', idempotencyBytes, 'response')}
    ${count('conversation', 'conversations', conversationBytes)}
    ${count('conversation_item', 'conversations', itemBytes)}
    ${count('file', 'files', fileBytes)}
  `);
}

function fill(table: string, kind: Kind, bytes: string): string {
  return `INSERT INTO stored_bytes AS account (owner, ${kind}) SELECT owner, sum(${bytes}) FROM ${table} WHERE owner <> '${tombstoneOwner}' GROUP BY owner
    ON CONFLICT (owner) DO UPDATE SET ${kind} = account.${kind} + excluded.${kind};`;
}

/**
 * Counts the rows of a table. `updated`: the only column whose update changes the bytes. A row has its own trigger for
 * it, because other columns change often.
 */
export function count(table: string, kind: Kind, bytes: string, updated?: string): string {
  const change = (rows: string): string => `
      WITH account AS (
        INSERT INTO stored_bytes AS account (owner, ${kind})
        SELECT owner, sum(bytes) FROM (${rows}) AS changed WHERE owner <> '${tombstoneOwner}' GROUP BY owner HAVING sum(bytes) <> 0 ORDER BY owner
        ON CONFLICT (owner) DO UPDATE SET ${kind} = account.${kind} + excluded.${kind}
        RETURNING responses + conversations + files AS total
      ) SELECT max(total) INTO used FROM account;`;
  const trigger = (operation: string, rows: string, names: string): string => `
    CREATE FUNCTION ${table}_bytes_${operation}() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE used bigint;
    BEGIN ${change(rows)}
      ${operation === 'delete' ? '' : 'PERFORM require_quota(used);'}
      RETURN NULL;
    END $$;
    CREATE TRIGGER ${table}_bytes_${operation} AFTER ${names} EXECUTE FUNCTION ${table}_bytes_${operation}();`;
  const [added, removed] = [
    `SELECT owner, ${bytes} AS bytes FROM added`,
    `SELECT owner, -(${bytes}) AS bytes FROM gone`,
  ];
  const update =
    updated === undefined
      ? trigger(
          'update',
          `${added} UNION ALL ${removed}`,
          `UPDATE ON ${table} REFERENCING OLD TABLE AS gone NEW TABLE AS added FOR EACH STATEMENT`,
        )
      : trigger(
          'update',
          `SELECT NEW.owner, ${bytes.replaceAll(updated, `NEW.${updated}`)} - (${bytes.replaceAll(updated, `OLD.${updated}`)}) AS bytes`,
          `UPDATE OF ${updated} ON ${table} FOR EACH ROW`,
        );
  return `
    ${trigger('insert', added, `INSERT ON ${table} REFERENCING NEW TABLE AS added FOR EACH STATEMENT`)}
    ${trigger('delete', removed, `DELETE ON ${table} REFERENCING OLD TABLE AS gone FOR EACH STATEMENT`)}
    ${update}`;
}

/** When a conversation last got an item. Null: not since it was created. */
export async function recordConversationUse(client: ClientBase): Promise<void> {
  await client.query(`
    ALTER TABLE conversation ADD COLUMN extended_at bigint;
    CREATE INDEX conversation_by_use ON conversation (coalesce(extended_at, created_at));
  `);
}
