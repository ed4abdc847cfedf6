import type { ClientBase } from 'pg';
import type { NewJob } from '../../ports/job-store.js';
import { contentName } from '../content-lock.js';
import { toKeyText } from '../key-text.js';
import type { HeldTurn } from './open-turn.js';

/** Makes a job of a turn that the transaction holds, unless it has one. */
export async function insertJob(client: ClientBase, { turnKey, owner, id, lock }: HeldTurn, createdAt: number, { queue = '', lane = 0, oneOf, request }: NewJob): Promise<void> {
  await client.query('INSERT INTO job (turn_key, owner, queue, lane, one_of, created_at, request) VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING', [
    turnKey,
    owner,
    toKeyText(queue),
    lane,
    oneOf === undefined ? null : toKeyText(oneOf),
    createdAt,
    lock.lock(contentName('job', owner, id), JSON.stringify(request)),
  ]);
}
