import type { ClientBase } from 'pg';
import { numberOf, textOf } from '../../shared/column-values.js';
import { containerName } from '../../shared/container-row.js';
import { contentName } from '../../shared/content-cipher.js';
import type { KeyRing } from '../../shared/key-ring.js';
import { tombstoneOwner } from '../../shared/conversation-tombstones.js';
import { tombstoneExpiry } from '../../shared/turn-tombstones.js';
import { vectorStoreName } from '../../shared/vector-stores/descriptions.js';
import { encryptVectorStoreFile } from '../vector-stores/encrypt-vector-store-file.js';
import { encryptFileContents } from './file-contents.js';
import { itemName } from './item-cipher.js';
import { RowCipher } from './row-cipher.js';
import { bytesOf, utf8Of, type Row } from './rows.js';
import { encryptTurnContents } from './encrypt-turn-contents.js';

/** Number of rows that one transaction locks. */
export const maxLockedRows = 100;

/** A table whose rows have a `key` and, in `content_key`, the envelope of the key that encrypts their contents. */
export interface EncryptedTable {
  readonly table: string;
  /** The columns that `encryptPlaintext` needs. Plaintext is read only where no key encrypts it. */
  readonly columns: string;
  /** Which rows have content. */
  readonly having: string;
  /** Maximum number of plaintext rows that one transaction locks. */
  readonly maxPlaintextRows: number;
  /** Encrypts the plaintext of a row that the transaction has locked. */
  encryptPlaintext(client: ClientBase, keys: KeyRing, row: Row): Promise<void>;
}

const turns: EncryptedTable = {
  table: 'turn',
  columns: 'owner, id',
  having: `expires_at IS DISTINCT FROM ${tombstoneExpiry}`,
  maxPlaintextRows: 1, // With a log of any length.
  async encryptPlaintext(client, keys, row) {
    await encryptTurnContents(client, keys, {
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
): EncryptedTable {
  return {
    table,
    columns: `${ids}, CASE WHEN content_key IS NULL THEN ${content} END AS open`,
    having,
    maxPlaintextRows: maxLockedRows,
    async encryptPlaintext(client, keys, row) {
      const cipher = RowCipher.make(keys);
      const encrypted = cipher.encrypt(nameOf(row), utf8Of(row, 'open'));
      await client.query(`UPDATE ${table} SET ${content} = $2, content_key = $3 WHERE key = $1`, [
        numberOf(row, 'key'),
        encrypted,
        cipher.envelope,
      ]);
    },
  };
}

const files: EncryptedTable = {
  table: 'file',
  columns: 'owner, id',
  having: `owner <> '${tombstoneOwner}'`,
  maxPlaintextRows: 1, // With any number of chunks.
  async encryptPlaintext(client, keys, row) {
    await encryptFileContents(client, keys, {
      fileKey: numberOf(row, 'key'),
      owner: textOf(row, 'owner'),
      id: textOf(row, 'id'),
    });
  },
};

const vectorStoreFiles: EncryptedTable = {
  table: 'vector_store_file',
  columns: 'owner, file_id',
  having: `owner <> '${tombstoneOwner}'`,
  maxPlaintextRows: 1, // With any number of chunks.
  encryptPlaintext: encryptVectorStoreFile,
};

/** Content name of a stored response. Owner and hash are as in the row. */
export function responseName(owner: string, keyHash: Buffer): string {
  return contentName('answer', owner, keyHash.toString('hex'));
}

/** All tables with contents; events and jobs follow their turn, chunks their file, also in a vector store. */
export const encryptedTables: readonly EncryptedTable[] = [
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
  tableOf('container', 'description', 'owner, id', (row) => containerName(textOf(row, 'owner'), textOf(row, 'id'))),
  files,
  tableOf(
    'vector_store',
    'description',
    'owner, id',
    (row) => vectorStoreName(textOf(row, 'owner'), textOf(row, 'id')),
    `owner <> '${tombstoneOwner}'`,
  ),
  vectorStoreFiles,
];
