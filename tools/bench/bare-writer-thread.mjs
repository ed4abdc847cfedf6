// The thread of the bare writer: it inserts the blobs of a message into one table, with one transaction for all
// queued messages.
import { DatabaseSync } from 'node:sqlite';
import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';

const database = new DatabaseSync(workerData);
database.exec(
  'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE document (key INTEGER PRIMARY KEY, content BLOB NOT NULL)',
);
const insert = database.prepare('INSERT INTO document (content) VALUES (?)');

parentPort.on('message', (first) => {
  if (first === 'close') {
    database.close();
    parentPort.close();
    return;
  }
  const batch = [...first];
  for (let more = receiveMessageOnPort(parentPort); more !== undefined; more = receiveMessageOnPort(parentPort))
    batch.push(...more.message);
  database.exec('BEGIN IMMEDIATE');
  for (const content of batch) insert.run(content);
  database.exec('COMMIT');
  parentPort.postMessage(batch.length);
});
parentPort.postMessage('ready');
