// The thread that owns the writing connection. Its disk waits do not block the main thread's event loop.
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { StoreKeyEntry } from '@org/engine/storage';
import { KeyRing } from '../../shared/key-ring.js';
import { DatabaseFile } from '../database/file-location.js';
import { migrate } from '../database/migrations.js';
import { openForWriting } from '../database/open-database.js';
import { reconcileStoreKeys } from '../store-keys.js';
import { toStoreError } from '../database/sqlite-failure.js';
import { Writer } from './writer.js';
import { toFailure, type FromWriter, type ToWriter } from './writer-messages.js';

/** Maximum number of writes in a group, because the first of them must not wait indefinitely. */
const largestGroup = 512;

/**
 * Size of Node's buffer pool. Encrypted contents are larger than half of Node's default of 8 KiB, and a separate
 * allocation for each costs more than joining its parts.
 */
Buffer.poolSize = 1024 * 1024;

/** What the thread is started with. */
export interface WriterThreadData {
  readonly path: string;
  readonly keys: readonly StoreKeyEntry[];
  /** Identity of the required file, for a thread that replaces an earlier one. */
  readonly file?: string;
  /** Maximum number of pages of the database; lets a test simulate a full disk. */
  readonly maxPages?: number;
}

const port = parentPort;
if (port === null) throw new Error('This module runs as a worker thread.');

const { path, keys, file, maxPages } = workerData as WriterThreadData; // Only WriteQueue.open sets it.
const post = (message: FromWriter): void => port.postMessage(message);

try {
  // Opening would create or change a file that the reader does not use.
  if (file !== undefined) new DatabaseFile(path, file).check();
  const database = openForWriting(path);
  const databaseFile = new DatabaseFile(path, file);
  databaseFile.check();
  migrate(database);
  const ring = new KeyRing(keys);
  reconcileStoreKeys(database, ring);
  if (maxPages !== undefined) database.exec(`PRAGMA max_page_count = ${maxPages}`);
  const writer = new Writer(database, ring, databaseFile);

  const prepare = (): void => {
    if (!writer.prepare()) setImmediate(prepare);
  };
  prepare();

  port.on('message', (first: ToWriter) => {
    let closing = first === 'close';
    if (first !== 'close') {
      // Writes that queued while the last group waited for the disk join this group, and so do those that arrive
      // while it is written.
      let groupSize = first.length;
      const outcomes = writer.write(first, () => {
        if (closing || groupSize >= largestGroup) return undefined;
        const message = receiveMessageOnPort(port)?.message as ToWriter | undefined;
        closing = message === 'close';
        if (message === undefined || message === 'close') return undefined;
        groupSize += message.length;
        return message;
      });
      post({ type: 'written', ...outcomes });
      setImmediate(prepare);
    }
    if (closing) {
      writer.close();
      port.close();
    }
  });
  post({ type: 'ready', file: databaseFile.identity });
} catch (error) {
  post({ type: 'rejected', failure: toFailure(toStoreError(error)) });
  port.close();
}
