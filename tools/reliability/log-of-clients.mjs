import { readFileSync } from 'node:fs';

/**
 * The end times of requests whose client had disconnected, by model, in Unix milliseconds. A request that was aborted
 * before it was read has no log line.
 * @param {string} logFile
 */
export function endsOfAbandoned(logFile) {
  /** @type {Map<string, number>} */
  const ends = new Map();
  for (const line of readFileSync(logFile, 'utf8').split('\n')) {
    if (!line.startsWith('{')) continue;
    const { msg, model, clientAbort, time } = JSON.parse(line);
    if (msg === 'request' && clientAbort === true) ends.set(model, new Date(time).getTime());
  }
  return ends;
}
