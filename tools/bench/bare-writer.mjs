// The baseline for the store: one thread that inserts blobs, grouped into transactions, with nothing around it. No
// owner, no id, no index, no serialization, no encryption, no way to reject or to delete.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export async function openBareWriter(path) {
  const worker = new Worker(new URL('bare-writer-thread.mjs', import.meta.url), { workerData: path });
  await once(worker, 'message');
  const waiting = [];
  let unsent = [];
  worker.on('message', (count) => {
    for (const resolve of waiting.splice(0, count)) resolve();
  });
  return {
    /** Resolves once the blob is on disk. */
    write(content) {
      return new Promise((resolve) => {
        waiting.push(resolve);
        if (unsent.length === 0) {
          setImmediate(() => {
            worker.postMessage(unsent);
            unsent = [];
          });
        }
        unsent.push(content);
      });
    },
    async close() {
      const exited = once(worker, 'exit');
      worker.postMessage('close');
      await exited;
    },
  };
}
