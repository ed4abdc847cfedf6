// The requests of the responses dialect that the checks make, and the response fields that they need.
import { send } from './http-call.mjs';
import { readFrames } from './sse-frames.mjs';

/**
 * @typedef {object} Target
 * @property {string} url URL of a replica
 * @property {string} key
 */

/** Statuses that never change again. */
export const terminalStatuses = new Set(['completed', 'incomplete', 'failed', 'cancelled']);

/**
 * Creates a response. A streamed one is complete when its last event has arrived.
 * @param {Target} target
 * @param {Record<string, unknown>} body
 * @returns {Promise<{ status: number, response: any }>} `response` is the error body when the status is not 200
 */
export async function createResponse({ url, key }, body) {
  const reply = await send({ url, key, path: '/v1/responses', body: { model: 'scripted', ...body } });
  if (reply.status !== 200 || body.stream !== true) return { status: reply.status, response: reply.json() };
  const last = readFrames(reply.text).events.findLast((event) => event.type !== undefined);
  if (last === undefined || !terminalStatuses.has(last.response?.status))
    throw new Error('the stream ended without its last event');
  return { status: 200, response: last.response };
}

/**
 * @param {Target} target
 * @param {string} id
 */
export function getResponse({ url, key }, id) {
  return send({ url, key, path: `/v1/responses/${id}` });
}

/** The text of all messages of a response. */
export function textOf(response) {
  return response.output
    .filter((item) => item.type === 'message')
    .flatMap((item) => item.content)
    .map((part) => part.text)
    .join('');
}
