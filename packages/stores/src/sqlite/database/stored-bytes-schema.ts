// The account of stored bytes. Triggers change it, so that no path of deletion can forget it.
import type { DatabaseSync } from 'node:sqlite';
import { recordBytes } from '@org/engine/storage';
import { tombstoneOwner } from '../../shared/conversation-tombstones.js';

type Kind = 'responses' | 'conversations' | 'files';

/** Bytes of a row. Its prefix is `NEW.`, `OLD.` or empty. */
export type BytesOfRow = (row: string) => string;

export const turnBytes: BytesOfRow = (row) =>
  `(${recordBytes} * (1 + json_array_length(${row}items)) + length(${row}content))`;
export const eventBytes: BytesOfRow = (row) => `length(${row}data)`;
export const jobBytes: BytesOfRow = (row) => `length(${row}request)`;
export const idempotencyBytes: BytesOfRow = (row) => `coalesce(${recordBytes} + length(${row}response), 0)`;
export const itemBytes: BytesOfRow = (row) => `(${recordBytes} + length(${row}content))`;
/** A tombstone counts nothing. Items of a tombstone count until they are deleted. */
export const conversationBytes: BytesOfRow = (row) => unlessTombstone(row, `${recordBytes} + length(${row}metadata)`);
/** The size of a file is the sum of its chunks. */
export const fileBytes: BytesOfRow = (row) =>
  unlessTombstone(row, `${recordBytes} + ${row}size + length(${row}description)`);

function unlessTombstone(row: string, bytes: string): string {
  return `(CASE ${row}owner WHEN '${tombstoneOwner}' THEN 0 ELSE ${bytes} END)`;
}

const ownerOfTurn = (row: string): string => `(SELECT owner FROM turn WHERE key = ${row}turn_key)`;

/** Fills the account from the rows that exist, which takes seconds for each gigabyte. */
export function createStoredBytes(database: DatabaseSync): void {
  const events = `(SELECT coalesce(sum(${eventBytes('')}), 0) FROM turn_event WHERE turn_key = turn.key)`;
  database.exec(`
    CREATE TABLE stored_bytes (
      owner         TEXT    PRIMARY KEY,
      responses     INTEGER NOT NULL DEFAULT 0,
      conversations INTEGER NOT NULL DEFAULT 0,
      files         INTEGER NOT NULL DEFAULT 0
    ) STRICT, WITHOUT ROWID;
    ${fill('turn', 'responses', `${turnBytes('')} + ${events}`)}
    ${fill('job', 'responses', jobBytes(''))}
    ${fill('idempotency_key', 'responses', idempotencyBytes(''))}
    ${fill('conversation', 'conversations', conversationBytes(''))}
    ${fill('conversation_item', 'conversations', itemBytes(''))}
    ${fill('file', 'files', fileBytes(''))}

    ${count('turn', 'responses', turnBytes, 'content, items')}
    ${count('job', 'responses', jobBytes)}
    ${count('idempotency_key', 'responses', idempotencyBytes, 'response')}
    ${count('conversation', 'conversations', conversationBytes, 'owner, metadata')}
    ${count('conversation_item', 'conversations', itemBytes)}
    ${count('file', 'files', fileBytes, 'owner, size, description')}

    -- Events have no owner. Those that are deleted with their turn find none and are subtracted before.
    CREATE TRIGGER turn_event_added AFTER INSERT ON turn_event BEGIN
      UPDATE stored_bytes SET responses = responses + ${eventBytes('NEW.')} WHERE owner = ${ownerOfTurn('NEW.')};
    END;
    CREATE TRIGGER turn_event_removed AFTER DELETE ON turn_event BEGIN
      UPDATE stored_bytes SET responses = responses - ${eventBytes('OLD.')} WHERE owner = ${ownerOfTurn('OLD.')};
    END;
    CREATE TRIGGER turn_events_removed BEFORE DELETE ON turn BEGIN
      UPDATE stored_bytes SET responses = responses - (SELECT coalesce(sum(${eventBytes('')}), 0) FROM turn_event WHERE turn_key = OLD.key)
      WHERE owner = OLD.owner;
    END;
  `);
}

function fill(table: string, kind: Kind, bytes: string): string {
  return `INSERT INTO stored_bytes (owner, ${kind}) SELECT owner, sum(${bytes}) FROM ${table} WHERE owner <> '${tombstoneOwner}' GROUP BY owner
    ON CONFLICT (owner) DO UPDATE SET ${kind} = ${kind} + excluded.${kind};`;
}

/** Counts the rows of a table. `changing`: the columns that an update may change and that determine the bytes. */
export function count(table: string, kind: Kind, bytes: BytesOfRow, changing?: string): string {
  const add = `INSERT INTO stored_bytes (owner, ${kind}) VALUES (NEW.owner, ${bytes('NEW.')})
    ON CONFLICT (owner) DO UPDATE SET ${kind} = ${kind} + excluded.${kind};`;
  const remove = `UPDATE stored_bytes SET ${kind} = ${kind} - ${bytes('OLD.')} WHERE owner = OLD.owner;`;
  const update = `CREATE TRIGGER ${table}_bytes_changed AFTER UPDATE OF ${changing} ON ${table} BEGIN ${remove}
    UPDATE stored_bytes SET ${kind} = ${kind} + ${bytes('NEW.')} WHERE owner = NEW.owner; END;`;
  return `CREATE TRIGGER ${table}_bytes_added AFTER INSERT ON ${table} BEGIN ${add} END;
    CREATE TRIGGER ${table}_bytes_removed AFTER DELETE ON ${table} BEGIN ${remove} END;
    ${changing === undefined ? '' : update}`;
}

/** When a conversation last got an item. Null: not since it was created. */
export function recordConversationUse(database: DatabaseSync): void {
  database.exec(`
    ALTER TABLE conversation ADD COLUMN extended_at INTEGER;
    CREATE INDEX conversation_by_use ON conversation (coalesce(extended_at, created_at));
  `);
}
