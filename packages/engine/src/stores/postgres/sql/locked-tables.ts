import type { ClientBase } from 'pg';
import { numberOf, textOf } from '../../column-values.js';
import { contentName } from '../../content-lock.js';
import type { KeyRing } from '../../key-ring.js';
import { tombstoneOwner } from '../../conversation-tombstones.js';
import { tombstoneExpiry } from '../../turn-tombstones.js';
import { lockFileContents } from './file-contents.js';
import { itemName } from './item-lock.js';
import { RowLock } from './row-lock.js';
import { bytesOf, utf8Of, type Row } from './rows.js';
import { lockTurnContents } from './lock-turn-contents.js';

/** Number of rows that one transaction locks. */
export const maxLockedRows = 100;

/** A table whose rows have a `key` and, in `content_key`, the envelope of the key that encrypts their contents. */
export interface LockedTable {
  readonly table: string;
  /** The columns that `lockOpen` needs. Plaintext is read only where no key encrypts it. */
  readonly columns: string;
  /** Which rows have content. */
  readonly having: string;
  /** Maximum number of plaintext rows that one transaction locks. */
  readonly maxPlaintextRows: number;
  /** Encrypts the plaintext of a row that the transaction has locked. */
  lockOpen(client: ClientBase, keys: KeyRing, row: Row): Promise<void>;
}

const turns: LockedTable = {
  table: 'turn',
  columns: 'owner, id',
  having: `expires_at IS DISTINCT FROM ${tombstoneExpiry}`,
  maxPlaintextRows: 1, // With a log of any length.
  async lockOpen(client, keys, row) {
    await lockTurnContents(client, keys, {
      turnKey: numberOf(row, 'key'),
      owner: textOf(row, 'owner'),
      id: textOf(row, 'id'),
    });
  },
};

/** A table with one content per row. */
function tableOf(
  table: string,
  content: string,
  ids: string,
  nameOf: (row: Row) => string,
  having = `${content} IS NOT NULL`,
): LockedTable {
  return {
    table,
    columns: `${ids}, CASE WHEN content_key IS NULL THEN ${content} END AS open`,
    having,
    maxPlaintextRows: maxLockedRows,
    async lockOpen(client, keys, row) {
      const lock = RowLock.make(keys);
      const locked = lock.lock(nameOf(row), utf8Of(row, 'open'));
      await client.query(`UPDATE ${table} SET ${content} = $2, content_key = $3 WHERE key = $1`, [
        numberOf(row, 'key'),
        locked,
        lock.envelope,
      ]);
    },
  };
}

const files: LockedTable = {
  table: 'file',
  columns: 'owner, id',
  having: `owner <> '${tombstoneOwner}'`,
  maxPlaintextRows: 1, // With any number of chunks.
  async lockOpen(client, keys, row) {
    await lockFileContents(client, keys, {
      fileKey: numberOf(row, 'key'),
      owner: textOf(row, 'owner'),
      id: textOf(row, 'id'),
    });
  },
};

/** Content name of a stored response. Owner and hash are as in the row. */
export function responseName(owner: string, keyHash: Buffer): string {
  return contentName('answer', owner, keyHash.toString('hex'));
}

/** All tables with contents; events and jobs follow their turn, chunks their file. */
export const lockedTables: readonly LockedTable[] = [
  turns,
  tableOf(
    'conversation',
    'metadata',
    'owner, id',
    (row) => contentName('conversation', textOf(row, 'owner'), textOf(row, 'id')),
    `owner <> '${tombstoneOwner}'`,
  ),
  tableOf('conversation_item', 'content', 'owner, item_id', (row) =>
    itemName(textOf(row, 'owner'), bytesOf(row, 'item_id')),
  ),
  tableOf('idempotency_key', 'response', 'owner, key_hash', (row) =>
    responseName(textOf(row, 'owner'), bytesOf(row, 'key_hash')),
  ),
  files,
];
