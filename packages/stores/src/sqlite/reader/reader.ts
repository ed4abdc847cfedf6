import type { DatabaseSync } from 'node:sqlite';
import { runNow } from '@org/engine/storage';
import { decryptInSteps } from '../../shared/content-cipher.js';
import type { KeyRing } from '../../shared/key-ring.js';
import { DatabaseFile } from '../database/file-location.js';
import { openForReading } from '../database/open-database.js';
import { readInTransaction } from '../database/read-in-transaction.js';
import { Statements } from '../database/statements.js';
import type { StoredContent } from '../stored-content.js';
import { readOperations } from './read-operations.js';
import type { ReadOrder } from './reader-messages.js';

/** What a read found, and the array buffers of its contents. */
export interface ReadContents {
  readonly result: unknown;
  readonly buffers: readonly ArrayBuffer[];
}

/** Reads contents and decrypts them. */
export class Reader {
  readonly #sql: Statements;

  /** Throws when the file at the path is another than `file`. */
  static open(path: string, file: string, keys: KeyRing): Reader {
    const database = openForReading(path);
    try {
      new DatabaseFile(path, file).check();
      return new Reader(database, keys);
    } catch (thrown) {
      database.close();
      throw thrown;
    }
  }

  private constructor(
    private readonly database: DatabaseSync,
    private readonly keys: KeyRing,
  ) {
    this.#sql = new Statements(database, keys);
  }

  /** The transaction ends before anything is decrypted, because deletions wait for it. */
  read({ name, owner, values }: ReadOrder): ReadContents {
    // The only sender is ReadQueue.read, whose signature ties the values to the name.
    const { run, contentsOf } = readOperations[name] as {
      readonly run: (sql: Statements, owner: string, ...values: readonly unknown[]) => unknown;
      readonly contentsOf: (result: unknown) => readonly StoredContent[];
    };
    const result = readInTransaction(this.database, this.#sql, (sql) => run(sql, owner, ...values));
    const contents = contentsOf(result);
    for (const content of contents) decrypt(this.keys, content);
    return { result, buffers: buffersOf(contents) };
  }

  close(): void {
    this.database.close();
  }
}

/** Decrypts a content in place, so that its caller finds out the failure only of what it decodes. */
function decrypt(keys: KeyRing, content: StoredContent): void {
  const { envelope, name, nonceAndTag, body } = content;
  const key = typeof envelope === 'string' ? undefined : keyIn(keys, envelope);
  if (key === undefined) return;
  try {
    const plaintext = runNow(decryptInSteps(key, name, nonceAndTag, body));
    // A short plaintext is in a buffer that it shares with others.
    content.body = plaintext.buffer === body.buffer ? plaintext : new Uint8Array(plaintext);
    content.envelope = 'decrypted';
  } catch {
    content.envelope = 'damaged';
  }
}

/** Undefined when the key that closed the envelope is not here: the main thread throws with its name. */
function keyIn(keys: KeyRing, envelope: Uint8Array): Uint8Array | undefined {
  try {
    return keys.unwrapKey(envelope);
  } catch {
    return undefined;
  }
}

function buffersOf(contents: readonly StoredContent[]): readonly ArrayBuffer[] {
  const buffers = contents.flatMap(({ nonceAndTag, body }) => [nonceAndTag.buffer, body.buffer]);
  return [...new Set(buffers)].filter((buffer) => buffer instanceof ArrayBuffer);
}
