// The thread that owns the writing connection. Waiting for the disk here keeps the main thread's event loop free.
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { KeyRing, type StoreKeyEntry } from '../../key-ring.js';
import { DatabaseFile } from '../database/file-location.js';
import { migrate } from '../database/migrations.js';
import { openForWriting } from '../database/open-database.js';
import { reconcileStoreKeys } from '../store-keys.js';
import { toStoreError } from '../database/sqlite-failure.js';
import { Writer } from './writer.js';
import { toFailure, type FromWriter, type ToWriter } from './writer-messages.js';

/** From how many writes on a group takes no more: the first of it must not wait for ever. */
const largestGroup = 512;

/**
 * From what size on Node allocates buffers together. Locked contents are larger than half of its own choice of 8 KiB, and
 * an allocation for each of them costs more than putting its parts together.
 */
Buffer.poolSize = 1024 * 1024;

/** What the thread is started with. */
export interface WriterThreadData {
  readonly path: string;
  readonly keys: readonly StoreKeyEntry[];
  /** Which file it has to be, for a thread that takes the place of an earlier one. */
  readonly file?: string;
  /** Most pages of the database; a test's way to a full disk. */
  readonly maxPages?: number;
}

const port = parentPort;
if (port === null) throw new Error('This module runs as a worker thread.');

const { path, keys, file, maxPages } = workerData as WriterThreadData; // Set by WriteQueue.open and nobody else.
const post = (message: FromWriter): void => port.postMessage(message);

try {
  // Opening would make or change a file that nobody reads here.
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
      // What queued up while the last group waited for the disk joins this one, and so does what arrives while it is written.
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
  post({ type: 'refused', failure: toFailure(toStoreError(error)) });
  port.close();
}
