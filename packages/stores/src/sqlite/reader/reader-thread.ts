// The thread that reads and decrypts long contents, with a connection of its own: a content of 31 MB would block the main
// thread's event loop.
import { parentPort, workerData } from 'node:worker_threads';
import type { StoreKeyEntry } from '@org/engine/storage';
import { KeyRing } from '../../shared/key-ring.js';
import { toStoreError } from '../database/sqlite-failure.js';
import { toFailure } from '../writer/writer-messages.js';
import { Reader } from './reader.js';
import type { FromReader, ToReader } from './reader-messages.js';

/** What the thread is started with. */
export interface ReaderThreadData {
  readonly path: string;
  readonly keys: readonly StoreKeyEntry[];
  /** Identity of the file that the store has opened. */
  readonly file: string;
}

const port = parentPort;
if (port === null) throw new Error('This module runs as a worker thread.');

const { path, keys, file } = workerData as ReaderThreadData; // Only ReadQueue starts it.
const ring = new KeyRing(keys);
let reader: Reader | undefined;

const post = (message: FromReader, buffers: readonly ArrayBuffer[] = []): void =>
  port.postMessage(message, [...buffers]);

port.on('message', (message: ToReader) => {
  if (message === 'close') {
    reader?.close();
    port.close();
    return;
  }
  try {
    reader ??= Reader.open(path, file, ring);
    const { result, buffers } = reader.read(message);
    post({ type: 'read', result }, buffers);
  } catch (thrown) {
    post({ type: 'failed', failure: toFailure(toStoreError(thrown)) });
  }
});
