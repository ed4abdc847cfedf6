// The tables. Every row with an owner names it; ids that clients may choose are stored as hashes. Content is bytea:
// jsonb and text reject NUL and alter lone surrogates. Searchable text is compared by bytes (COLLATE "C").
import type { ClientBase } from 'pg';

export async function createTurns(client: ClientBase): Promise<void> {
  await client.query(`
    CREATE TABLE turn (
      key         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      owner       text   COLLATE "C" NOT NULL,
      id          text   COLLATE "C" NOT NULL,
      dialect     text   NOT NULL,
      previous_id text   COLLATE "C",
      model       text   NOT NULL,
      status      text   NOT NULL,
      created_at  bigint NOT NULL,
      expires_at  bigint,
      history     bytea  NOT NULL,
      delivered   bytea  NOT NULL,
      UNIQUE (owner, id)
    );
    CREATE INDEX turn_by_previous ON turn (owner, previous_id) WHERE previous_id IS NOT NULL;
    CREATE INDEX turn_by_expiry   ON turn (expires_at, key)    WHERE expires_at IS NOT NULL;

    -- Where an item stands in its turn; its content stays there. side is 1 for output.
    CREATE TABLE item (
      owner    text     COLLATE "C" NOT NULL,
      item_id  bytea    NOT NULL,
      side     smallint NOT NULL,
      turn_key bigint   NOT NULL REFERENCES turn (key) ON DELETE CASCADE,
      position integer  NOT NULL,
      PRIMARY KEY (owner, item_id, side, turn_key, position)
    );
    CREATE INDEX item_by_turn ON item (turn_key);
  `);
}

/**
 * Number of turns that an owner has deleted: a cache detects by it that a chain may have lost a turn. The statement
 * counts in the order of owners, so that two large deletions cannot deadlock.
 */
export async function countTurnDeletions(client: ClientBase): Promise<void> {
  await client.query(`
    CREATE TABLE turn_deletion (
      owner text   COLLATE "C" PRIMARY KEY,
      count bigint NOT NULL
    );
    CREATE FUNCTION count_turn_deletions() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      INSERT INTO turn_deletion (owner, count) SELECT owner, count(*) FROM gone GROUP BY owner ORDER BY owner
      ON CONFLICT (owner) DO UPDATE SET count = turn_deletion.count + excluded.count;
      RETURN NULL;
    END $$;
    CREATE TRIGGER turn_deletion_counted AFTER DELETE ON turn REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION count_turn_deletions();
  `);
}

export async function createApiKeys(client: ClientBase): Promise<void> {
  await client.query(`
    CREATE TABLE api_key (
      hash       text   COLLATE "C" PRIMARY KEY,
      id         text   NOT NULL,
      owner      text   NOT NULL,
      name       text   NOT NULL,
      created_at bigint NOT NULL
    );
  `);
}

/** A key without expires_at is valid until it is revoked. */
export async function addApiKeyExpiry(client: ClientBase): Promise<void> {
  await client.query('ALTER TABLE api_key ADD COLUMN expires_at bigint');
}

/** Whether a key is revoked is asked by its id, all the time. */
export async function findApiKeysById(client: ClientBase): Promise<void> {
  await client.query('CREATE INDEX api_key_by_id ON api_key (id)');
}

export async function createTurnEvents(client: ClientBase): Promise<void> {
  await client.query(`
    CREATE TABLE turn_event (
      turn_key bigint  NOT NULL REFERENCES turn (key) ON DELETE CASCADE,
      seq      integer NOT NULL,
      data     bytea   NOT NULL,
      PRIMARY KEY (turn_key, seq)
    );
  `);
}

/** Items are ordered by their keys: a writer that adds items holds the row of the conversation. */
export async function createConversations(client: ClientBase): Promise<void> {
  await client.query(`
    CREATE TABLE conversation (
      key        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      owner      text   COLLATE "C" NOT NULL,
      id         text   COLLATE "C" NOT NULL,
      created_at bigint NOT NULL,
      metadata   bytea  NOT NULL,
      UNIQUE (owner, id)
    );
    CREATE TABLE conversation_item (
      key              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      conversation_key bigint NOT NULL REFERENCES conversation (key) ON DELETE CASCADE,
      owner            text   COLLATE "C" NOT NULL,
      item_id          bytea  NOT NULL,
      content          bytea  NOT NULL,
      UNIQUE (conversation_key, item_id)
    );
    CREATE INDEX conversation_item_in_order ON conversation_item (conversation_key, key);
    CREATE INDEX conversation_item_by_id    ON conversation_item (owner, item_id, key);
  `);
}

/** Positions of deleted items. */
export async function createConversationGaps(client: ClientBase): Promise<void> {
  await client.query(`
    CREATE TABLE conversation_gap (
      conversation_key bigint NOT NULL REFERENCES conversation (key) ON DELETE CASCADE,
      item_id          bytea  NOT NULL,
      key              bigint NOT NULL,
      expires_at       bigint NOT NULL,
      PRIMARY KEY (conversation_key, item_id)
    );
    CREATE INDEX conversation_gap_by_expiry ON conversation_gap (expires_at);
  `);
}

/**
 * Requests that wait to continue a conversation, in FIFO order. Ticket numbers are assigned while the conversation is
 * locked.
 */
export async function createConversationTickets(client: ClientBase): Promise<void> {
  await client.query(`
    CREATE TABLE conversation_place (
      number           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      conversation_key bigint NOT NULL REFERENCES conversation (key) ON DELETE CASCADE,
      held_until       bigint NOT NULL
    );
    CREATE INDEX conversation_place_in_order ON conversation_place (conversation_key, number);
  `);
}

/** A job without a holder has no lease_until. */
export async function createJobs(client: ClientBase): Promise<void> {
  await client.query(`
    CREATE TABLE job (
      turn_key         bigint  PRIMARY KEY REFERENCES turn (key) ON DELETE CASCADE,
      created_at       bigint  NOT NULL,
      attempt          integer NOT NULL DEFAULT 0,
      lease_until      bigint,
      cancel_requested boolean NOT NULL DEFAULT false,
      request          bytea   NOT NULL
    );
    CREATE INDEX job_by_age ON job (created_at, turn_key);
  `);
}

/**
 * Owners share a queue; of an owner's jobs with the same one_of the queue assigns one at a time. Replicas of an older
 * release still create jobs in the unnamed queue and without an owner.
 */
export async function shareJobs(client: ClientBase): Promise<void> {
  await client.query(`
    ALTER TABLE job
      ADD COLUMN owner  text COLLATE "C" NOT NULL DEFAULT '',
      ADD COLUMN queue  text COLLATE "C" NOT NULL DEFAULT '',
      ADD COLUMN one_of text COLLATE "C";
    UPDATE job SET owner = turn.owner FROM turn WHERE turn.key = turn_key;
    DROP INDEX job_by_age;
    CREATE INDEX job_by_owner ON job (queue, owner, created_at, turn_key);
    CREATE INDEX job_held     ON job (queue, owner) WHERE lease_until IS NOT NULL;
  `);
}

/**
 * The fair-queue keys of an owner divide the owner's share. Replicas of an older release still create jobs with key
 * 0.
 */
export async function addFairQueueKeys(client: ClientBase): Promise<void> {
  await client.query(`
    ALTER TABLE job ADD COLUMN lane integer NOT NULL DEFAULT 0;
    DROP INDEX job_by_owner;
    DROP INDEX job_held;
    CREATE INDEX job_by_lane ON job (queue, owner, lane, created_at, turn_key);
    CREATE INDEX job_held    ON job (queue, owner, lane) WHERE lease_until IS NOT NULL;
  `);
}

/**
 * Of an owner's jobs with the same one_of each waits for the preceding one and advances when that ends. A job that
 * waits for another cannot run, so a claim only considers the others. Replicas of an older release chain no jobs and
 * claim through the index job_by_lane: a later migration may drop it.
 */
export async function chainJobs(client: ClientBase): Promise<void> {
  await client.query(`
    ALTER TABLE job ADD COLUMN behind bigint REFERENCES job (turn_key) ON DELETE SET NULL;
    UPDATE job SET behind = before.turn_key FROM (
      SELECT turn_key AS own, lag(turn_key) OVER (PARTITION BY queue, owner, one_of ORDER BY created_at, turn_key) AS turn_key FROM job WHERE one_of IS NOT NULL
    ) AS before WHERE job.turn_key = own AND before.turn_key IS NOT NULL;
    CREATE INDEX job_in_front ON job (queue, owner, lane, created_at, turn_key) WHERE behind IS NULL;
    CREATE INDEX job_by_mark  ON job (queue, owner, one_of, created_at, turn_key) WHERE one_of IS NOT NULL;
    CREATE INDEX job_behind   ON job (behind) WHERE behind IS NOT NULL;
  `);
}

/** The client's key is stored as a hash. The column answer is null until there is a response. */
export async function createIdempotencyKeys(client: ClientBase): Promise<void> {
  await client.query(`
    CREATE TABLE idempotency_key (
      owner         text    COLLATE "C" NOT NULL,
      key_hash      bytea   NOT NULL,
      fingerprint   text    NOT NULL,
      attempt       integer NOT NULL,
      running_until bigint  NOT NULL,
      expires_at    bigint  NOT NULL,
      answer        bytea,
      PRIMARY KEY (owner, key_hash)
    );
    CREATE INDEX idempotency_key_by_expiry ON idempotency_key (expires_at);
  `);
}

/**
 * Contents are encrypted under a key of their row, in an envelope that only a store key can decrypt; without a
 * configured store key there is none. Events and jobs use the key of their turn. store_key identifies the operator's
 * keys.
 */
export async function encryptContents(client: ClientBase): Promise<void> {
  await client.query(`
    ALTER TABLE turn              ADD COLUMN content_key bytea;
    ALTER TABLE conversation      ADD COLUMN content_key bytea;
    ALTER TABLE conversation_item ADD COLUMN content_key bytea;
    ALTER TABLE idempotency_key   ADD COLUMN content_key bytea, ADD COLUMN key bigint GENERATED ALWAYS AS IDENTITY UNIQUE;
    CREATE TABLE store_key (
      print bytea PRIMARY KEY,
      id    text  NOT NULL
    );
  `);
}

/**
 * A cache learns from the version that a conversation has lost an item. Replicas of an older release delete items,
 * too, without knowing versions.
 */
export async function versionConversations(client: ClientBase): Promise<void> {
  await client.query(`
    ALTER TABLE conversation ADD COLUMN version bigint NOT NULL DEFAULT 0;
    CREATE FUNCTION count_item_deletions() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE conversation SET version = version + 1 WHERE key IN (SELECT DISTINCT conversation_key FROM gone);
      RETURN NULL;
    END $$;
    CREATE TRIGGER item_deletion_counted AFTER DELETE ON conversation_item REFERENCING OLD TABLE AS gone
    FOR EACH STATEMENT EXECUTE FUNCTION count_item_deletions();
  `);
}

/**
 * Files of clients. A file that is being uploaded is not complete. The description of a file and its chunks are
 * encrypted with its key; ids are in list order.
 */
export async function createFiles(client: ClientBase): Promise<void> {
  await client.query(`
    CREATE TABLE file (
      key         bigint  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      owner       text    COLLATE "C" NOT NULL,
      id          text    COLLATE "C" NOT NULL,
      purpose     text    COLLATE "C" NOT NULL,
      created_at  bigint  NOT NULL,
      expires_at  bigint,
      size        bigint  NOT NULL,
      complete    boolean NOT NULL,
      description bytea   NOT NULL,
      content_key bytea,
      UNIQUE (owner, id)
    );
    CREATE INDEX file_by_expiry  ON file (expires_at) WHERE expires_at IS NOT NULL;
    CREATE INDEX file_unfinished ON file (created_at) WHERE NOT complete;
    CREATE TABLE file_piece (
      file_key bigint  NOT NULL REFERENCES file (key) ON DELETE CASCADE,
      number   integer NOT NULL,
      data     bytea   NOT NULL,
      PRIMARY KEY (file_key, number)
    );
    -- They are locked, or of a kind that is packed already: to try it again costs time.
    ALTER TABLE file_piece ALTER COLUMN data SET STORAGE EXTERNAL;
  `);
}

/** The steps above created these under other names. Replicas of an earlier build fail from then on: they have to be stopped first. */
export async function renameColumns(client: ClientBase): Promise<void> {
  await client.query(`
    ALTER TABLE job             RENAME COLUMN lane   TO fair_queue_key;
    ALTER TABLE job             RENAME COLUMN behind TO waits_for;
    ALTER TABLE idempotency_key RENAME COLUMN answer TO response;
    ALTER TABLE store_key       RENAME COLUMN print  TO fingerprint;
    ALTER TABLE conversation_place RENAME TO conversation_ticket;
    ALTER TABLE file_piece         RENAME TO file_chunk;
    ALTER INDEX conversation_place_in_order RENAME TO conversation_ticket_in_order;
    ALTER INDEX job_by_mark  RENAME TO job_by_one_of;
    ALTER INDEX job_in_front RENAME TO job_ready;
    ALTER INDEX job_behind   RENAME TO job_waiting;
    DROP INDEX job_by_lane; -- Only replicas of an earlier build claimed by it.
  `);
}

/**
 * Revoked keys have a table of their own: replicas of an earlier release then accept none. A key that existed before
 * has 0 as its last use, which means unknown.
 */
export async function retainRevokedApiKeys(client: ClientBase): Promise<void> {
  await client.query(`
    ALTER TABLE api_key ADD COLUMN last_used_at bigint;
    UPDATE api_key SET last_used_at = 0;
    CREATE TABLE revoked_api_key (
      hash         text   COLLATE "C" PRIMARY KEY,
      id           text   NOT NULL,
      owner        text   NOT NULL,
      name         text   NOT NULL,
      created_at   bigint NOT NULL,
      expires_at   bigint,
      last_used_at bigint,
      revoked_at   bigint NOT NULL
    );
  `);
}

/** Events for an auditor. last_at is the time of the last occurrence of an event that stands for several. */
export async function createAuditLog(client: ClientBase): Promise<void> {
  await client.query(`
    CREATE TABLE audit_event (
      key            bigint  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      id             text    COLLATE "C" NOT NULL UNIQUE,
      kind           text    NOT NULL,
      at             bigint  NOT NULL,
      last_at        bigint  NOT NULL,
      count          integer NOT NULL,
      actor          text    NOT NULL,
      key_id         text,
      replacement_id text,
      owner          text,
      address        text,
      reason         text
    );
    CREATE INDEX audit_event_by_time ON audit_event (last_at);
  `);
}
