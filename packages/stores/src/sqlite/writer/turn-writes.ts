import type { AdditionRow } from '../addition-rows.js';
import { contentName, prepareEncryption, type EncryptOnce, type EncryptedParts } from '../../shared/content-cipher.js';
import { freeContent } from '../../shared/free-content.js';
import { freeContentKey, readContentKey, takeContentKey } from '../database/content-keys.js';
import { addTurnItems } from './conversation-lock-writes.js';
import { insertEvents } from './event-writes.js';
import { persistResponse } from './idempotency-writes.js';
import { deleteJob, holdsLease, insertJob } from './job-writes.js';
import { requireQuota } from './stored-bytes-writes.js';
import { numberOf } from '../../shared/column-values.js';
import type { Statements } from '../database/statements.js';
import type { TurnKeys } from './turn-key.js';
import type { TurnRow } from '../turn-rows.js';

/** Writes a turn and its additions, unless a turn with a terminal status exists or the lease is lost. */
export function putTurn(sql: Statements, turn: TurnRow, addition?: AdditionRow): boolean {
  const attempt = addition?.attempt ?? null;
  // Most turns are written once, after they have ended, so there is no existing row to check.
  const inserted = attempt === null && addition?.existing !== true ? insertTurn(sql, turn) : undefined;
  const turnKeys = inserted ?? replaceOpenTurn(sql, turn, attempt, addition?.unlessCancelled === true);
  if (turnKeys === undefined) return false;
  if (addition === undefined) return true;
  insertEvents(sql, turnKeys, addition.events);
  if (!turn.ended && addition.job !== null) insertJob(sql, turnKeys, turn.createdAt, addition.job);
  if (addition.conversation !== null) addTurnItems(sql, turn.owner, addition.conversation);
  persistResponse(sql, addition.completedAttempt);
  requireQuota(sql, turn.owner, addition.maxStoredBytes);
  return true;
}

/** Undefined when a turn with this id exists. */
function insertTurn(sql: Statements, turn: TurnRow): TurnKeys | undefined {
  const { slot, key, encrypt } = takeContentKey(sql);
  const { nonceAndTag, body } = encryptTurn(encrypt, turn);
  const turnKey = sql.insertIfAbsent(
    `INSERT INTO turn (owner, id, dialect, previous_id, model, status, created_at, expires_at, slot, items, nonce_and_tag, content)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id, owner) DO NOTHING`,
    turn.owner,
    turn.id,
    turn.dialect,
    turn.previousId,
    turn.model,
    turn.status,
    turn.createdAt,
    turn.expiresAt,
    slot,
    turn.items,
    nonceAndTag,
    body,
  );
  freeContent(body);
  if (turnKey === undefined) {
    freeContentKey(sql, slot);
    return undefined;
  }
  insertItems(sql, turnKey, turn);
  return { turnKey, owner: turn.owner, id: turn.id, contentKey: key };
}

/** Undefined when there is no unfinished turn, or when the given attempt does not hold the lease. */
function replaceOpenTurn(
  sql: Statements,
  turn: TurnRow,
  attempt: number | null,
  unlessCancelled: boolean,
): TurnKeys | undefined {
  const openTurn = sql.first(
    "SELECT key, slot FROM turn WHERE owner = ? AND id = ? AND status IN ('queued', 'in_progress')",
    turn.owner,
    turn.id,
  );
  if (openTurn === undefined) return undefined;
  const turnKey = numberOf(openTurn, 'key');
  if (attempt !== null && !holdsLease(sql, turnKey, attempt, unlessCancelled)) return undefined;
  const { key } = readContentKey(sql, numberOf(openTurn, 'slot'));
  deleteItems(sql, turnKey);
  const { nonceAndTag, body } = encryptTurn(prepareEncryption(key), turn);
  sql.change(
    `UPDATE turn SET dialect = ?, previous_id = ?, model = ?, status = ?, created_at = ?, expires_at = ?, items = ?, nonce_and_tag = ?, content = ? WHERE key = ?`,
    turn.dialect,
    turn.previousId,
    turn.model,
    turn.status,
    turn.createdAt,
    turn.expiresAt,
    turn.items,
    nonceAndTag,
    body,
    turnKey,
  );
  freeContent(body);
  insertItems(sql, turnKey, turn);
  if (turn.ended) deleteJob(sql, turnKey);
  return { turnKey, owner: turn.owner, id: turn.id, contentKey: key };
}

function encryptTurn(encrypt: EncryptOnce, { owner, id, content }: TurnRow): EncryptedParts {
  return encrypt(contentName('turn', owner, id), content);
}

/** Must run before the turn lists other items. */
export function deleteItems(sql: Statements, turnKey: number): void {
  sql.change(
    'DELETE FROM item WHERE turn_key = ?1 AND owned_id IN (SELECT substr(value, 2) FROM turn, json_each(turn.items) WHERE turn.key = ?1)',
    turnKey,
  );
}

function insertItems(sql: Statements, turnKey: number, { items }: TurnRow): void {
  sql.change(
    `INSERT INTO item (owned_id, side, turn_key, position)
     SELECT substr(value, 2), CAST(substr(value, 1, 1) AS INTEGER), ?1, key FROM json_each(?2)`,
    turnKey,
    items,
  );
}
