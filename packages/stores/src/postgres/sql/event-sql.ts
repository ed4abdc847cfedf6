import type { ClientBase } from 'pg';
import { EngineError, type TurnEvent } from '@org/engine/storage';
import { rowsOf } from '../database/postgres-database.js';
import { contentName } from '../../shared/content-cipher.js';
import { numberOf } from '../../shared/column-values.js';
import type { LockedTurn } from './open-turn.js';

/** Adds events to a turn that the transaction has locked. */
export async function insertEvents(
  client: ClientBase,
  { turnKey, owner, id, cipher }: LockedTurn,
  events: readonly TurnEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const [row] = await rowsOf(client, 'SELECT coalesce(max(seq), -1) AS last FROM turn_event WHERE turn_key = $1', [
    turnKey,
  ]);
  const last = row === undefined ? -1 : numberOf(row, 'last');
  if (events.some(({ seq }, index) => seq !== last + 1 + index))
    throw new EngineError('conflict', 'An event does not continue the log of its turn.');
  await client.query(
    `WITH added AS (
       INSERT INTO turn_event (turn_key, seq, data) SELECT $1, new.seq, new.data FROM unnest($2::integer[], $3::bytea[]) AS new (seq, data)
       RETURNING octet_length(data) AS bytes
     )
     UPDATE turn SET dependent_bytes = dependent_bytes + (SELECT sum(bytes) FROM added) WHERE key = $1`,
    [
      turnKey,
      events.map(({ seq }) => seq),
      events.map(({ seq, data }) => cipher.encrypt(contentName('event', owner, id, seq), data)),
    ],
  );
}

/** Notifies all replicas when the transaction commits. */
export async function notify(client: ClientBase, channel: string, topic: string): Promise<void> {
  await client.query('SELECT pg_notify($1, $2)', [channel, topic]);
}
