// A client that reads a stream to its end, however often the connection is lost.
import { request as httpRequest } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { terminalStatuses } from './responses-client.mjs';
import { readFrames } from './sse-frames.mjs';

/**
 * @typedef {object} ReaderOptions
 * @property {string} key
 * @property {string} id
 * @property {() => string} nextUrl URL of the replica for the next connection
 * @property {readonly number[]} cuts byte counts after which the reader disconnects, one per connection; the last connection continues
 * @property {number} [timeoutMs] timeout for all connections together; default 45,000
 */

/**
 * Returns the bytes of all events from the first one on, over all connections, and the number of resumptions.
 * @param {ReaderOptions} options
 */
export async function readResuming({ key, id, nextUrl, cuts, timeoutMs = 45_000 }) {
  const deadline = performance.now() + timeoutMs;
  let text = '';
  let last = -1;
  let planned = 0;
  let broken = 0;
  for (;;) {
    const { received, disconnected } = await readOnce({
      url: nextUrl(),
      key,
      path: `/v1/responses/${id}?stream=true${last < 0 ? '' : `&starting_after=${last}`}`,
      maxBytes: cuts[planned],
    });
    // Bytes after the last complete frame are dropped, as every client does.
    for (const { text: frame, event } of readFrames(received).frames) {
      // A keep-alive belongs to the connection. A stream that cannot continue sends an error without its own sequence
      // number; the error of a failed response has one.
      if (event === undefined || event.type === 'keepalive') continue;
      if (event.type === 'error' && event.sequence_number <= Math.max(last, 0)) continue;
      text += frame;
      last = event.sequence_number;
      if (event.response !== undefined && terminalStatuses.has(event.response.status)) return { text, planned, broken };
    }
    if (disconnected) planned += 1;
    else {
      broken += 1;
      await pause(50);
    }
    // The received data is compared and found incomplete.
    if (performance.now() > deadline) return { text, planned, broken };
  }
}

/** Reads one connection until it ends, breaks, or `maxBytes` bytes have arrived. */
function readOnce({ url, key, path, maxBytes = Infinity }) {
  return new Promise((resolve) => {
    let received = '';
    let disconnected = false;
    const settle = () => resolve({ received, disconnected });
    const request = httpRequest(url + path, { agent: false, headers: { authorization: `Bearer ${key}` } });
    request.setTimeout(30_000, () => request.destroy());
    request.on('error', settle);
    request.on('response', (response) => {
      if (response.statusCode !== 200) {
        response.resume();
        response.on('close', settle);
        return;
      }
      response.setEncoding('utf8');
      response.on('data', (chunk) => {
        if (disconnected) return;
        received += chunk;
        if (received.length < maxBytes) return;
        received = received.slice(0, maxBytes);
        disconnected = true;
        request.destroy();
      });
      response.on('error', settle);
      response.on('close', settle);
    });
    request.on('close', settle);
    request.end();
  });
}
