import type { ClientBase } from 'pg';
import type { NewJob } from '../../../ports/job-store.js';
import { contentName } from '../../content-lock.js';
import { toKeyText } from '../../key-text.js';
import type { HeldTurn } from './open-turn.js';

/** Behind the last job with its mark that was made before it. That one is held: it may be about to go, and is waited for then. */
export const jobBefore = 'SELECT turn_key FROM job WHERE queue = $3 AND owner = $2 AND one_of = $5 AND created_at <= $6 ORDER BY created_at DESC, turn_key DESC LIMIT 1 FOR KEY SHARE';

const insert = `
  INSERT INTO job (turn_key, owner, queue, lane, one_of, created_at, request, behind)
  VALUES ($1, $2::text, $3::text, $4, $5::text, $6::bigint, $7, (${jobBefore})) ON CONFLICT DO NOTHING`;

/** Makes a job of a turn that the transaction holds, unless it has one. */
export async function insertJob(client: ClientBase, { turnKey, owner, id, lock }: HeldTurn, createdAt: number, { queue = '', lane = 0, oneOf, request }: NewJob): Promise<void> {
  await client.query(insert, [
    turnKey,
    owner,
    toKeyText(queue),
    lane,
    oneOf === undefined ? null : toKeyText(oneOf),
    createdAt,
    lock.lock(contentName('job', owner, id), JSON.stringify(request)),
  ]);
}
