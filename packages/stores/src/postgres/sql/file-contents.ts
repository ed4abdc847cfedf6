import type { ClientBase } from 'pg';
import { numberOf } from '../../shared/column-values.js';
import { contentName } from '../../shared/content-cipher.js';
import type { KeyRing } from '../../shared/key-ring.js';
import { rowsOf } from '../database/postgres-database.js';
import { RowCipher } from './row-cipher.js';
import { bytesOf, utf8Of } from './rows.js';

/** Where the contents of a file are stored. */
interface FileContents {
  readonly fileKey: number;
  readonly owner: string;
  readonly id: string;
}

/** Content name of a file's description. Owner and id are as in the row. */
export function fileName(owner: string, id: string): string {
  return contentName('file', owner, id);
}

/** Content name of a file's chunk. */
export function chunkName(owner: string, id: string, number: number): string {
  return contentName('piece', owner, id, number);
}

/**
 * Encrypts the plaintext contents of a file that the transaction has locked, one chunk at a time. A file that is
 * being uploaded has no description yet.
 */
export async function encryptFileContents(
  client: ClientBase,
  keys: KeyRing,
  { fileKey, owner, id }: FileContents,
): Promise<void> {
  const cipher = RowCipher.make(keys);
  const [file] = await rowsOf(client, 'SELECT description, complete FROM file WHERE key = $1', [fileKey]);
  if (file === undefined) throw new TypeError('A file that is held is missing.');
  const description =
    file['complete'] === true
      ? cipher.encrypt(fileName(owner, id), utf8Of(file, 'description'))
      : bytesOf(file, 'description');
  await client.query('UPDATE file SET description = $2, content_key = $3 WHERE key = $1', [
    fileKey,
    description,
    cipher.envelope,
  ]);
  for (let last = -1; ;) {
    const [chunk] = await rowsOf(
      client,
      'SELECT number, data FROM file_chunk WHERE file_key = $1 AND number > $2 ORDER BY number LIMIT 1',
      [fileKey, last],
    );
    if (chunk === undefined) return;
    last = numberOf(chunk, 'number');
    await client.query('UPDATE file_chunk SET data = $3 WHERE file_key = $1 AND number = $2', [
      fileKey,
      last,
      cipher.encryptBytes(chunkName(owner, id, last), bytesOf(chunk, 'data')),
    ]);
  }
}
