// The tables. Every row with an owner names it; ids that clients may choose are stored as hashes. Ids precede owners
// in the indexes: ids of this service sort by time, so new entries of all owners are adjacent.
import type { DatabaseSync } from 'node:sqlite';
import { emptySlot } from './content-keys.js';

/** Content keys. A key is destroyed with the row whose content it encrypts; see content-keys.ts. */
export function createContentKeys(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE content_key (
      slot INTEGER PRIMARY KEY,
      key  BLOB    NOT NULL
    ) STRICT;
    CREATE INDEX content_key_free ON content_key (slot) WHERE key = ${emptySlot};
  `);
}

/** Destroys the key of a row with it. */
export function destroyKeyWith(table: string): string {
  return `CREATE TRIGGER ${table}_deleted AFTER DELETE ON ${table} BEGIN
    UPDATE content_key SET key = ${emptySlot} WHERE slot = OLD.slot;
  END;`;
}

export function createTurns(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE turn (
      key         INTEGER PRIMARY KEY,
      owner       TEXT    NOT NULL,
      id          TEXT    NOT NULL,
      dialect     TEXT    NOT NULL,
      previous_id TEXT,
      model       TEXT    NOT NULL,
      status      TEXT    NOT NULL,
      created_at  INTEGER NOT NULL,
      expires_at  INTEGER,
      slot        INTEGER NOT NULL,
      items       TEXT    NOT NULL,
      seal        BLOB    NOT NULL, -- With content: what encryptParts made.
      content     BLOB    NOT NULL,
      UNIQUE (id, owner)
    ) STRICT;
    CREATE INDEX turn_by_previous ON turn (previous_id, owner) WHERE previous_id IS NOT NULL;
    CREATE INDEX turn_by_expiry   ON turn (expires_at)         WHERE expires_at IS NOT NULL;
    ${destroyKeyWith('turn')}

    -- How many turns an owner ever deleted: who remembers a chain learns here that it may have lost a turn.
    CREATE TABLE turn_deletion (
      owner TEXT    PRIMARY KEY,
      count INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER turn_deletion_counted AFTER DELETE ON turn BEGIN
      INSERT INTO turn_deletion (owner, count) VALUES (OLD.owner, 1) ON CONFLICT (owner) DO UPDATE SET count = count + 1;
    END;

    -- Where an item stands in its turn; its content stays there. side is 1 for output. A turn lists its items itself: an
    -- index from turns to items would double the work of writing them.
    CREATE TABLE item (
      owned_id TEXT    NOT NULL, -- Owner and id of the item, see toOwnedItemKey.
      side     INTEGER NOT NULL,
      turn_key INTEGER NOT NULL,
      position INTEGER NOT NULL,
      PRIMARY KEY (owned_id, side, turn_key, position)
    ) STRICT, WITHOUT ROWID;
    CREATE TRIGGER items_of_turn_deleted AFTER DELETE ON turn BEGIN
      DELETE FROM item WHERE turn_key = OLD.key AND owned_id IN (SELECT substr(value, 2) FROM json_each(OLD.items));
    END;
  `);
}

export function createApiKeys(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE api_key (
      hash       TEXT    PRIMARY KEY,
      id         TEXT    NOT NULL,
      owner      TEXT    NOT NULL,
      name       TEXT    NOT NULL,
      created_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
  `);
}

/** A key without expires_at is valid until it is revoked. */
export function addApiKeyExpiry(database: DatabaseSync): void {
  database.exec('ALTER TABLE api_key ADD COLUMN expires_at INTEGER');
}

/** Whether a key is revoked is asked by its id, all the time. */
export function findApiKeysById(database: DatabaseSync): void {
  database.exec('CREATE INDEX api_key_by_id ON api_key (id)');
}

/** Locked with the key of the turn. */
export function createTurnEvents(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE turn_event (
      turn_key INTEGER NOT NULL REFERENCES turn (key) ON DELETE CASCADE,
      seq      INTEGER NOT NULL,
      data     BLOB    NOT NULL,
      PRIMARY KEY (turn_key, seq)
    ) STRICT, WITHOUT ROWID;
  `);
}

/** Items are ordered by their keys: a new key is greater than all others. */
export function createConversations(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE conversation (
      key        INTEGER PRIMARY KEY,
      owner      TEXT    NOT NULL,
      id         TEXT    NOT NULL,
      created_at INTEGER NOT NULL,
      slot       INTEGER NOT NULL,
      metadata   BLOB    NOT NULL,
      UNIQUE (owner, id)
    ) STRICT;
    ${destroyKeyWith('conversation')}

    CREATE TABLE conversation_item (
      key              INTEGER PRIMARY KEY,
      conversation_key INTEGER NOT NULL REFERENCES conversation (key) ON DELETE CASCADE,
      owner            TEXT    NOT NULL,
      item_id          TEXT    NOT NULL,
      slot             INTEGER NOT NULL,
      content          BLOB    NOT NULL,
      UNIQUE (conversation_key, item_id)
    ) STRICT;
    CREATE INDEX conversation_item_by_id ON conversation_item (item_id, owner);
    ${destroyKeyWith('conversation_item')}
  `);
}

/** The items of one conversation are in order: an index ends with the key of its rows. */
export function orderConversations(database: DatabaseSync): void {
  database.exec('CREATE INDEX conversation_item_in_order ON conversation_item (conversation_key)');
}

/** A cache learns from the version that a conversation has lost an item or that another one has its id. */
export function versionConversations(database: DatabaseSync): void {
  database.exec('ALTER TABLE conversation ADD COLUMN version INTEGER NOT NULL DEFAULT 0');
}

/** Positions of deleted items. No item reuses the key of one after a gap; see conversation-writes.ts. */
export function createConversationGaps(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE conversation_gap (
      conversation_key INTEGER NOT NULL REFERENCES conversation (key) ON DELETE CASCADE,
      item_id          TEXT    NOT NULL,
      key              INTEGER NOT NULL,
      expires_at       INTEGER NOT NULL,
      PRIMARY KEY (conversation_key, item_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX conversation_gap_by_key    ON conversation_gap (key);
    CREATE INDEX conversation_gap_by_expiry ON conversation_gap (expires_at);
  `);
}

/** Requests that wait to continue a conversation, in FIFO order. AUTOINCREMENT: no number occurs twice. */
export function createConversationTickets(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE conversation_place (
      number           INTEGER PRIMARY KEY AUTOINCREMENT,
      conversation_key INTEGER NOT NULL REFERENCES conversation (key) ON DELETE CASCADE,
      held_until       INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX conversation_place_in_order ON conversation_place (conversation_key, number);
  `);
}

/** Encrypted with the key of the turn. A job without a holder has no lease_until. */
export function createJobs(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE job (
      turn_key         INTEGER PRIMARY KEY REFERENCES turn (key) ON DELETE CASCADE,
      created_at       INTEGER NOT NULL,
      attempt          INTEGER NOT NULL DEFAULT 0,
      lease_until      INTEGER,
      cancel_requested INTEGER NOT NULL DEFAULT 0,
      request          BLOB    NOT NULL
    ) STRICT;
    CREATE INDEX job_by_age ON job (created_at, turn_key);
  `);
}

/** Owners share a queue; of an owner's jobs with the same one_of the queue assigns one at a time. */
export function shareJobs(database: DatabaseSync): void {
  database.exec(`
    ALTER TABLE job ADD COLUMN owner  TEXT NOT NULL DEFAULT '';
    ALTER TABLE job ADD COLUMN queue  TEXT NOT NULL DEFAULT '';
    ALTER TABLE job ADD COLUMN one_of TEXT;
    UPDATE job SET owner = (SELECT owner FROM turn WHERE key = turn_key);
    DROP INDEX job_by_age;
    CREATE INDEX job_by_owner ON job (queue, owner, created_at, turn_key);
    CREATE INDEX job_held     ON job (queue, owner) WHERE lease_until IS NOT NULL;
  `);
}

/** The fair-queue keys of an owner divide the owner's share. */
export function addFairQueueKeys(database: DatabaseSync): void {
  database.exec(`
    ALTER TABLE job ADD COLUMN lane INTEGER NOT NULL DEFAULT 0;
    DROP INDEX job_by_owner;
    DROP INDEX job_held;
    CREATE INDEX job_by_lane ON job (queue, owner, lane, created_at, turn_key);
    CREATE INDEX job_held    ON job (queue, owner, lane) WHERE lease_until IS NOT NULL;
  `);
}

/**
 * Of an owner's jobs with the same one_of each waits for the preceding one and advances when that ends. A job that
 * waits for another cannot run, so a claim only considers the others.
 */
export function chainJobs(database: DatabaseSync): void {
  database.exec(`
    ALTER TABLE job ADD COLUMN behind INTEGER REFERENCES job (turn_key) ON DELETE SET NULL;
    DROP INDEX job_by_lane;
    CREATE INDEX job_by_mark ON job (queue, owner, one_of, created_at, turn_key) WHERE one_of IS NOT NULL;
    UPDATE job SET behind = (
      SELECT turn_key FROM job AS other WHERE other.queue = job.queue AND other.owner = job.owner AND other.one_of = job.one_of
        AND (other.created_at, other.turn_key) < (job.created_at, job.turn_key) ORDER BY other.created_at DESC, other.turn_key DESC LIMIT 1
    ) WHERE one_of IS NOT NULL;
    CREATE INDEX job_in_front ON job (queue, owner, lane, created_at, turn_key) WHERE behind IS NULL;
    CREATE INDEX job_behind   ON job (behind)                                   WHERE behind IS NOT NULL;
  `);
}

/** The client's key is stored as a hash. The columns slot and answer are null until there is a response. */
export function createIdempotencyKeys(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE idempotency_key (
      owner         TEXT    NOT NULL,
      key_hash      BLOB    NOT NULL,
      fingerprint   TEXT    NOT NULL,
      attempt       INTEGER NOT NULL,
      running_until INTEGER NOT NULL,
      expires_at    INTEGER NOT NULL,
      slot          INTEGER,
      answer        BLOB,
      UNIQUE (owner, key_hash)
    ) STRICT;
    CREATE INDEX idempotency_key_by_expiry ON idempotency_key (expires_at);
    ${destroyKeyWith('idempotency_key')}
  `);
}

/** The operator's keys that encrypt content keys: their fingerprints and the operator's names for them. */
export function createStoreKeys(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE store_key (
      print BLOB PRIMARY KEY,
      id    TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
  `);
}

/**
 * Files of clients. A file that is being uploaded is not complete. The description of a file and its chunks are
 * encrypted with its key; ids are in list order.
 */
export function createFiles(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE file (
      key         INTEGER PRIMARY KEY,
      owner       TEXT    NOT NULL,
      id          TEXT    NOT NULL,
      purpose     TEXT    NOT NULL,
      created_at  INTEGER NOT NULL,
      expires_at  INTEGER,
      size        INTEGER NOT NULL,
      complete    INTEGER NOT NULL,
      slot        INTEGER NOT NULL,
      description BLOB    NOT NULL,
      UNIQUE (owner, id)
    ) STRICT;
    CREATE INDEX file_by_expiry  ON file (expires_at) WHERE expires_at IS NOT NULL;
    CREATE INDEX file_unfinished ON file (created_at) WHERE complete = 0;
    ${destroyKeyWith('file')}

    CREATE TABLE file_piece (
      key      INTEGER PRIMARY KEY,
      file_key INTEGER NOT NULL REFERENCES file (key) ON DELETE CASCADE,
      number   INTEGER NOT NULL,
      data     BLOB    NOT NULL,
      UNIQUE (file_key, number)
    ) STRICT;
  `);
}

/** The steps above created these under other names. SQLite cannot rename an index, so they are created again. */
export function renameColumns(database: DatabaseSync): void {
  database.exec(`
    ALTER TABLE turn            RENAME COLUMN seal   TO nonce_and_tag;
    ALTER TABLE job             RENAME COLUMN lane   TO fair_queue_key;
    ALTER TABLE job             RENAME COLUMN behind TO waits_for;
    ALTER TABLE idempotency_key RENAME COLUMN answer TO response;
    ALTER TABLE store_key       RENAME COLUMN print  TO fingerprint;
    ALTER TABLE conversation_place RENAME TO conversation_ticket;
    ALTER TABLE file_piece         RENAME TO file_chunk;
    DROP INDEX conversation_place_in_order;
    DROP INDEX job_by_mark;
    DROP INDEX job_in_front;
    DROP INDEX job_behind;
    CREATE INDEX conversation_ticket_in_order ON conversation_ticket (conversation_key, number);
    CREATE INDEX job_by_one_of ON job (queue, owner, one_of, created_at, turn_key) WHERE one_of IS NOT NULL;
    CREATE INDEX job_ready     ON job (queue, owner, fair_queue_key, created_at, turn_key) WHERE waits_for IS NULL;
    CREATE INDEX job_waiting   ON job (waits_for) WHERE waits_for IS NOT NULL;
  `);
}

/**
 * Revoked keys have a table of their own: processes of an earlier release then accept none. A key that existed before
 * has 0 as its last use, which means unknown.
 */
export function retainRevokedApiKeys(database: DatabaseSync): void {
  database.exec(`
    ALTER TABLE api_key ADD COLUMN last_used_at INTEGER;
    UPDATE api_key SET last_used_at = 0;
    CREATE TABLE revoked_api_key (
      hash         TEXT    PRIMARY KEY,
      id           TEXT    NOT NULL,
      owner        TEXT    NOT NULL,
      name         TEXT    NOT NULL,
      created_at   INTEGER NOT NULL,
      expires_at   INTEGER,
      last_used_at INTEGER,
      revoked_at   INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
  `);
}

/** Events for an auditor. last_at is the time of the last occurrence of an event that stands for several. */
export function createAuditLog(database: DatabaseSync): void {
  database.exec(`
    CREATE TABLE audit_event (
      key            INTEGER PRIMARY KEY,
      id             TEXT    NOT NULL UNIQUE,
      kind           TEXT    NOT NULL,
      at             INTEGER NOT NULL,
      last_at        INTEGER NOT NULL,
      count          INTEGER NOT NULL,
      actor          TEXT    NOT NULL,
      key_id         TEXT,
      replacement_id TEXT,
      owner          TEXT,
      address        TEXT,
      reason         TEXT
    ) STRICT;
    CREATE INDEX audit_event_by_time ON audit_event (last_at);
  `);
}
