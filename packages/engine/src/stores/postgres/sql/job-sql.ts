import type { ClientBase } from 'pg';
import type { NewJob } from '../../../ports/job-store.js';
import { contentName } from '../../content-lock.js';
import { toKeyText } from '../../key-text.js';
import type { LockedTurn } from './open-turn.js';

/** The last job with this mark. It is held: it may be about to go, and is waited for then. */
export const jobBefore =
  'SELECT turn_key, created_at FROM job WHERE queue = $3::text AND owner = $2::text AND one_of = $5::text ORDER BY created_at DESC, turn_key DESC LIMIT 1 FOR KEY SHARE';

/** Not older than the one before it, whichever clock says so: jobs with one mark are taken in the order in which they came. */
const insert = `
  WITH before AS (${jobBefore})
  INSERT INTO job (turn_key, owner, queue, fair_queue_key, one_of, created_at, request, waits_for)
  VALUES ($1, $2::text, $3::text, $4, $5::text, greatest($6::bigint, (SELECT created_at FROM before)), $7, (SELECT turn_key FROM before)) ON CONFLICT DO NOTHING`;

/** Makes a job of a turn that the transaction holds, unless it has one. */
export async function insertJob(
  client: ClientBase,
  { turnKey, owner, id, lock }: LockedTurn,
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
    lock.lock(contentName('job', owner, id), JSON.stringify(request)),
  ]);
}
