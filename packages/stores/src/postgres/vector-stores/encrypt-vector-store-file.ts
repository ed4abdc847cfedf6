import type { ClientBase } from 'pg';
import { numberOf, textOf } from '../../shared/column-values.js';
import { contentName } from '../../shared/content-cipher.js';
import type { KeyRing } from '../../shared/key-ring.js';
import { type ChunkContentKind, contentKindOf } from '../../shared/vector-stores/chunk-contents.js';
import { vectorStoreFileName } from '../../shared/vector-stores/descriptions.js';
import { rowsOf } from '../database/postgres-database.js';
import { RowCipher } from '../sql/row-cipher.js';
import { bytesOf, utf8Of, type Row } from '../sql/rows.js';

/** Encrypts the plaintext contents of a file of a vector store that the transaction has locked, one at a time. */
export async function encryptVectorStoreFile(client: ClientBase, keys: KeyRing, file: Row): Promise<void> {
  const cipher = RowCipher.make(keys);
  const [key, owner, fileId] = [numberOf(file, 'key'), textOf(file, 'owner'), textOf(file, 'file_id')];
  const [plain] = await rowsOf(client, 'SELECT description FROM vector_store_file WHERE key = $1', [key]);
  if (plain === undefined) throw new TypeError('A file that is held is missing.');
  await rowsOf(
    client,
    'UPDATE vector_store_file SET description = $2, content_key = $3, version = version + 1 WHERE key = $1',
    [key, cipher.encrypt(vectorStoreFileName(owner, fileId), utf8Of(plain, 'description')), cipher.envelope],
  );
  for (let [lastKind, lastNumber] = ['', -1]; ;) {
    const [content] = await rowsOf(
      client,
      'SELECT kind, number, data FROM vector_store_content WHERE file_key = $1 AND (kind, number) > ($2, $3) ORDER BY kind, number LIMIT 1',
      [key, lastKind, lastNumber],
    );
    if (content === undefined) return;
    [lastKind, lastNumber] = [textOf(content, 'kind'), numberOf(content, 'number')];
    const name = contentName(contentKindOf(lastKind as ChunkContentKind), owner, fileId, lastNumber);
    await rowsOf(
      client,
      'UPDATE vector_store_content SET data = $4 WHERE file_key = $1 AND kind = $2 AND number = $3',
      [key, lastKind, lastNumber, cipher.encryptBytes(name, bytesOf(content, 'data'))],
    );
  }
}
