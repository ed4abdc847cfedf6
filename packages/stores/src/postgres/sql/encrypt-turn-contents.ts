import type { ClientBase } from 'pg';
import { numberOf } from '../../shared/column-values.js';
import { contentName } from '../../shared/content-cipher.js';
import type { KeyRing } from '../../shared/key-ring.js';
import { rowsOf } from '../database/postgres-database.js';
import { RowCipher } from './row-cipher.js';
import { utf8Of, type Row } from './rows.js';

/** Where the contents of a turn are stored. */
interface TurnContents {
  readonly turnKey: number;
  readonly owner: string;
  readonly id: string;
}

/** Maximum number and bytes of events that are encrypted at once: the log of a batch may be larger than `pg` can send. */
const eventsAPage = 1_000;
const bytesAPage = 4 * 1024 * 1024;

/** The length of an event is known without reading it. A page always includes its first event, at any length. */
const nextEvents = `
  SELECT seq, data FROM (
    SELECT seq, data, sum(octet_length(data)) OVER (ORDER BY seq) - octet_length(data) AS before
    FROM (SELECT seq, data FROM turn_event WHERE turn_key = $1 AND seq > $2 ORDER BY seq LIMIT $3) AS next
  ) AS page WHERE before = 0 OR before + octet_length(data) <= $4 ORDER BY seq`;

/** The log of a turn that the transaction has locked. */
async function* eventPages(client: ClientBase, turnKey: number): AsyncGenerator<readonly Row[]> {
  for (let last = -1; ;) {
    const page = await rowsOf(client, nextEvents, [turnKey, last, eventsAPage, bytesAPage]);
    const end = page.at(-1);
    if (end === undefined) return;
    yield page;
    last = numberOf(end, 'seq');
  }
}

/** Encrypts the plaintext of a turn that the transaction has locked: the turn, its events and its job. */
export async function encryptTurnContents(
  client: ClientBase,
  keys: KeyRing,
  { turnKey, owner, id }: TurnContents,
): Promise<RowCipher> {
  const cipher = RowCipher.make(keys);
  const [turn] = await rowsOf(client, 'SELECT history, delivered FROM turn WHERE key = $1', [turnKey]);
  if (turn === undefined) throw new TypeError('A turn that is held is missing.');
  await client.query('UPDATE turn SET history = $2, delivered = $3, content_key = $4 WHERE key = $1', [
    turnKey,
    cipher.encrypt(contentName('history', owner, id), utf8Of(turn, 'history')),
    cipher.encrypt(contentName('delivered', owner, id), utf8Of(turn, 'delivered')),
    cipher.envelope,
  ]);
  for await (const events of eventPages(client, turnKey)) {
    await client.query(
      `WITH longer AS (
         SELECT sum(octet_length(new.data) - octet_length(old.data)) AS bytes
         FROM unnest($2::integer[], $3::bytea[]) AS new (seq, data) JOIN turn_event AS old ON old.turn_key = $1 AND old.seq = new.seq
       ), encrypted AS (
         UPDATE turn_event SET data = new.data FROM unnest($2::integer[], $3::bytea[]) AS new (seq, data) WHERE turn_key = $1 AND turn_event.seq = new.seq
       )
       UPDATE turn SET dependent_bytes = dependent_bytes + (SELECT bytes FROM longer) WHERE key = $1`,
      [
        turnKey,
        events.map((event) => numberOf(event, 'seq')),
        events.map((event) =>
          cipher.encrypt(contentName('event', owner, id, numberOf(event, 'seq')), utf8Of(event, 'data')),
        ),
      ],
    );
  }
  for (const job of await rowsOf(client, 'SELECT request FROM job WHERE turn_key = $1 FOR UPDATE', [turnKey])) {
    await client.query('UPDATE job SET request = $2 WHERE turn_key = $1', [
      turnKey,
      cipher.encrypt(contentName('job', owner, id), utf8Of(job, 'request')),
    ]);
  }
  return cipher;
}
