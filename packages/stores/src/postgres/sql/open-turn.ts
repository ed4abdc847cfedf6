import type { ClientBase } from 'pg';
import { numberOf } from '../../shared/column-values.js';
import type { KeyRing } from '../../shared/key-ring.js';
import { rowsOf } from '../database/postgres-database.js';
import { RowCipher } from './row-cipher.js';
import { encryptTurnContents } from './encrypt-turn-contents.js';

/** A turn that the transaction has locked, and the lock of its contents. */
export interface LockedTurn {
  readonly turnKey: number;
  /** As in the row, like the id. */
  readonly owner: string;
  readonly id: string;
  readonly cipher: RowCipher;
}

/**
 * Locks a turn that has not ended for the rest of the transaction. From then on its contents are under a store key,
 * if there is one.
 */
export async function lockOpenTurn(
  client: ClientBase,
  keys: KeyRing,
  owner: string,
  id: string,
): Promise<LockedTurn | undefined> {
  const [row] = await rowsOf(
    client,
    "SELECT key, content_key FROM turn WHERE owner = $1 AND id = $2 AND status IN ('queued', 'in_progress') FOR UPDATE",
    [owner, id],
  );
  if (row === undefined) return undefined;
  const lockedTurn = { turnKey: numberOf(row, 'key'), owner, id, cipher: RowCipher.of(keys, row) };
  return lockedTurn.cipher.isPlaintext && keys.first !== undefined
    ? { ...lockedTurn, cipher: await encryptTurnContents(client, keys, lockedTurn) }
    : lockedTurn;
}

/**
 * Locks the job of a turn, too, if this attempt has the lease and, with `unlessCancelled`, no cancellation was
 * requested.
 */
export async function lockLease(
  client: ClientBase,
  { turnKey }: LockedTurn,
  attempt: number,
  unlessCancelled = false,
): Promise<boolean> {
  const sentence =
    'SELECT 1 FROM job WHERE turn_key = $1 AND attempt = $2 AND lease_until IS NOT NULL AND NOT (cancel_requested AND $3) FOR UPDATE';
  return (await rowsOf(client, sentence, [turnKey, attempt, unlessCancelled])).length > 0;
}
