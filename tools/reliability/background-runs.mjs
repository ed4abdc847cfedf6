// Background responses of the checks: created with scripted orders, followed to their end, and verified.
import { replyChunks, promptOf } from './response-script.mjs';
import { send } from './http-call.mjs';
import { createResponse, terminalStatuses, textOf } from './responses-client.mjs';
import { readFrames } from './sse-frames.mjs';

/**
 * @typedef {object} BackgroundRun
 * @property {string} id
 * @property {string} tag
 * @property {string} prompt
 * @property {string} key
 */

/**
 * Makes a background response. Undefined when it was not acknowledged.
 * @param {{ url: string, key: string }} target
 * @param {import('./response-script.mjs').Order} order
 * @returns {Promise<BackgroundRun | undefined>}
 */
export async function startBackground(target, order) {
  const prompt = promptOf(order);
  const response = await createResponse(target, { input: prompt, background: true }).catch(() => undefined);
  return response?.status === 200 ? { id: response.response.id, tag: order.tag, prompt, key: target.key } : undefined;
}

/**
 * The stored run: its payload and whether it has ended. Undefined when it is unavailable.
 * @param {string} url
 * @param {BackgroundRun} run
 */
export async function readRun(url, { id, key }) {
  const reply = await send({ url, key, path: `/v1/responses/${id}` }).catch(() => undefined);
  if (reply?.status !== 200) return { status: reply?.status ?? 0, text: '', ended: false };
  return { status: 200, text: reply.text, ended: terminalStatuses.has(reply.json().status) };
}

/**
 * The faults of a run that has ended, as text; empty when it is correct.
 * @param {string} url
 * @param {BackgroundRun} run
 * @param {string} stored JSON text of the stored response
 */
export async function faultsOf(url, run, stored) {
  const response = JSON.parse(stored);
  const faults = [];
  const addFault = (text) => faults.push(`${run.id}: ${text}`);
  const expected = replyChunks([{ role: 'user', text: run.prompt }]);
  switch (response.status) {
    case 'completed':
      if (textOf(response) !== expected.join('')) addFault('completed with another text');
      if (response.usage.output_tokens !== expected.length || response.usage.input_tokens !== 1)
        addFault(
          `usage ${response.usage.input_tokens} + ${response.usage.output_tokens} is not what the upstream counted`,
        );
      break;
    case 'failed':
      if (typeof response.error?.message !== 'string' || response.error.message === '')
        addFault('failed without a reason');
      if (!expected.join('').startsWith(textOf(response))) addFault('failed with a text that the upstream never sent');
      break;
    default:
      addFault(`ended as ${response.status}, which no client requested`);
  }
  const ids = response.output.map(({ id }) => id);
  if (new Set(ids).size !== ids.length || ids.length > 1)
    addFault(`has ${ids.length} items, of which ${new Set(ids).size} are different`);
  const { events, done } = readFrames(
    (await send({ url, key: run.key, path: `/v1/responses/${run.id}?stream=true` })).text,
  );
  if (!done) addFault('its stream does not end');
  if (events.some(({ sequence_number: number }, index) => number !== index))
    addFault('its sequence numbers have a gap or repeat');
  const ends = events.filter(({ response: shown }) => shown !== undefined && terminalStatuses.has(shown.status));
  if (ends.length !== 1 || ends[0] !== events.at(-1)) addFault(`its log has ${ends.length} terminal events`);
  else if (JSON.stringify(ends[0].response) !== JSON.stringify(response))
    addFault('its terminal event and the stored response differ');
  return faults;
}
