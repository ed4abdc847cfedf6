// The thread that owns the writing connection. Waiting for the disk here keeps the main thread's event loop free.
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { migrate } from './migrations.js';
import { openForWriting } from './open-database.js';
import { toStoreError } from './sqlite-failure.js';
import { Writer } from './writer.js';
import { toFailure, type FromWriter, type ToWriter, type WriteOrder } from './writer-messages.js';

/** What the thread is started with. */
export interface WriterThreadData {
  readonly path: string;
  /** Most pages of the database; a test's way to a full disk. */
  readonly maxPages?: number;
}

const port = parentPort;
if (port === null) throw new Error('This module runs as a worker thread.');

const { path, maxPages } = workerData as WriterThreadData; // Set by WriteQueue.open and nobody else.
const tell = (message: FromWriter): void => port.postMessage(message);

try {
  const database = openForWriting(path);
  migrate(database);
  if (maxPages !== undefined) database.exec(`PRAGMA max_page_count = ${maxPages}`);
  const writer = new Writer(database);

  port.on('message', (first: ToWriter) => {
    // All that queued up while the last batch waited for the disk goes into one transaction.
    const batch: WriteOrder[] = [];
    let closing = false;
    for (let message: ToWriter | undefined = first; message !== undefined; message = receiveMessageOnPort(port)?.message) {
      if (message === 'close') closing = true;
      else batch.push(...message);
    }
    if (batch.length > 0) tell({ type: 'written', outcomes: writer.write(batch) });
    if (closing) {
      database.exec('PRAGMA optimize; PRAGMA wal_checkpoint(TRUNCATE)');
      database.close();
      port.close();
    }
  });
  tell({ type: 'ready' });
} catch (error) {
  tell({ type: 'refused', failure: toFailure(toStoreError(error)) });
  port.close();
}
