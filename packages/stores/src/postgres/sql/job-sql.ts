import type { ClientBase } from 'pg';
import type { NewJob } from '@org/engine/storage';
import { contentName } from '../../shared/content-cipher.js';
import { toKeyText } from '../../shared/key-text.js';
import type { LockedTurn } from './open-turn.js';

/** The last job with this mark, locked: if it is about to be removed, the statement waits for that. */
export const jobBefore =
  'SELECT turn_key, created_at FROM job WHERE queue = $3::text AND owner = $2::text AND one_of = $5::text ORDER BY created_at DESC, turn_key DESC LIMIT 1 FOR KEY SHARE';

/** Not older than the preceding job, at any time of the clock: jobs with one mark run in order of arrival. */
const insert = `
  WITH before AS (${jobBefore})
  INSERT INTO job (turn_key, owner, queue, fair_queue_key, one_of, created_at, request, waits_for)
  VALUES ($1, $2::text, $3::text, $4, $5::text, greatest($6::bigint, (SELECT created_at FROM before)), $7, (SELECT turn_key FROM before)) ON CONFLICT DO NOTHING`;

const lockLast =
  'SELECT 1 FROM job WHERE queue = $1 AND owner = $2 AND one_of = $3 ORDER BY created_at DESC, turn_key DESC LIMIT 1 FOR KEY SHARE';

/**
 * Locks the job that the new one will wait for. A worker that ends that job holds it before it changes the account of
 * the owner, so its creation has to do the same: otherwise the two could deadlock.
 */
export async function lockJobBefore(client: ClientBase, owner: string, { queue = '', oneOf }: NewJob): Promise<void> {
  if (oneOf !== undefined) await client.query(lockLast, [toKeyText(queue), owner, toKeyText(oneOf)]);
}

/** Creates a job for a turn that the transaction has locked, unless it has one. */
export async function insertJob(
  client: ClientBase,
  { turnKey, owner, id, cipher }: LockedTurn,
  createdAt: number,
  { queue = '', fairQueueKey = 0, oneOf, request }: NewJob,
): Promise<void> {
  await client.query(insert, [
    turnKey,
    owner,
    toKeyText(queue),
    fairQueueKey,
    oneOf === undefined ? null : toKeyText(oneOf),
    createdAt,
    cipher.encrypt(contentName('job', owner, id), JSON.stringify(request)),
  ]);
}
