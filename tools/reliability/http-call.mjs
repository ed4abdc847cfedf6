// Direct requests to the service: no retries, no client library, full control of the connection.
import { Agent, request as httpRequest } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 256 });

/**
 * @typedef {object} Call
 * @property {string} url URL of the replica
 * @property {string} [method] default: POST with a body, GET without
 * @property {string} path path with its query
 * @property {string} [key]
 * @property {unknown} [body] sent as JSON
 * @property {Buffer} [content] sent unchanged instead of a JSON body; its headers describe it
 * @property {Record<string, string>} [headers]
 * @property {number} [timeoutMs] default 60,000
 */

/**
 * @typedef {object} Reply
 * @property {number} status
 * @property {import('node:http').IncomingHttpHeaders} headers
 * @property {string} text
 * @property {() => any} json
 */

/**
 * Returns the complete response. Rejects when the connection fails.
 * @param {Call} call
 * @returns {Promise<Reply>}
 */
export function send(call) {
  return new Promise((resolve, reject) => {
    const request = start(call, agent, reject);
    request.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk) => (text += chunk));
      response.once('error', reject);
      response.once('close', () => {
        if (!response.complete) reject(new Error('the connection closed in the middle of the response'));
        else
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: () => JSON.parse(text) });
      });
    });
  });
}

/**
 * Starts a request on a separate connection that the caller can close at any time.
 * @param {Call} call
 * @param {{ onData?: (chunk: Buffer) => void }} [listener]
 */
export function openCall(call, { onData } = {}) {
  let request;
  const ended = new Promise((resolve) => {
    request = start(call, false, (error) => resolve({ status: 0, complete: false, error }));
    request.once('response', (response) => {
      if (onData !== undefined) response.on('data', onData);
      else response.resume();
      response.once('error', () => undefined);
      response.once('close', () => resolve({ status: response.statusCode ?? 0, complete: response.complete }));
    });
    request.once('close', () => resolve({ status: 0, complete: false }));
  });
  return {
    /** @type {Promise<{ status: number, complete: boolean, error?: Error }>} */
    ended,
    /** Simulates a vanished client: the connection is destroyed without a graceful close. */
    disconnect: () => request.destroy(),
  };
}

function start(
  {
    url,
    method,
    path,
    key,
    body,
    content = body === undefined ? undefined : Buffer.from(JSON.stringify(body)),
    headers = {},
    timeoutMs = 60_000,
  },
  connectionAgent,
  fail,
) {
  const request = httpRequest(new URL(url).origin + path, {
    method: method ?? (content === undefined ? 'GET' : 'POST'),
    agent: connectionAgent,
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(content === undefined ? {} : { 'content-type': 'application/json', 'content-length': content.length }),
      ...headers,
    },
  });
  request.setTimeout(timeoutMs, () => request.destroy(new Error(`no response within ${timeoutMs} ms`)));
  request.on('error', fail);
  request.end(content);
  return request;
}

/** Closes the connections that wait for another request. */
export function closeIdleConnections() {
  agent.destroy();
}
