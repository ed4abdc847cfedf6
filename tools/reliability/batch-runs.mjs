// Message batches of the checks: created from requests with scripted orders, followed to their end, and verified.
import { replyChunks, promptOf } from './response-script.mjs';
import { send } from './http-call.mjs';

const headers = { 'anthropic-version': '2023-06-01' };

/**
 * @typedef {object} BatchRun
 * @property {string} id
 * @property {string} key
 * @property {Map<string, string>} prompts prompt of each request, by its `custom_id`
 * @property {boolean} cancelled whether a client requested the cancellation
 */

/**
 * Makes a batch. Undefined when it was not acknowledged.
 * @param {{ url: string, key: string }} target
 * @param {readonly import('./response-script.mjs').Order[]} orders their tags are the ids of the requests
 * @returns {Promise<BatchRun | undefined>}
 */
export async function startBatch({ url, key }, orders) {
  const prompts = new Map(orders.map((order) => [order.tag, promptOf(order)]));
  const requests = [...prompts].map(([tag, content]) => ({
    custom_id: tag,
    params: { model: 'scripted', max_tokens: 100, messages: [{ role: 'user', content }] },
  }));
  const reply = await send({ url, key, path: '/v1/messages/batches', body: { requests }, headers }).catch(
    () => undefined,
  );
  return reply?.status === 200 ? { id: reply.json().id, key, prompts, cancelled: false } : undefined;
}

/**
 * Cancels a batch, and records the acknowledgement.
 * @param {string} url
 * @param {BatchRun} run
 */
export async function cancelBatch(url, run) {
  const reply = await send({
    url,
    key: run.key,
    path: `/v1/messages/batches/${run.id}/cancel`,
    body: {},
    headers,
  }).catch(() => undefined);
  // Without a response the cancel may still have taken effect.
  run.cancelled ||= reply === undefined || reply.status === 200;
}

/**
 * The batch as it is stored now, and its results once it has ended.
 * @param {string} url
 * @param {BatchRun} run
 */
export async function readBatch(url, { id, key }) {
  const read = (path) => send({ url, key, path: `/v1/messages/batches/${id}${path}`, headers }).catch(() => undefined);
  const batch = await read('');
  if (batch?.status !== 200 || batch.json().processing_status !== 'ended') return undefined;
  const results = await read('/results');
  return results?.status === 200 ? { batch: batch.json(), results: results.text } : undefined;
}

/**
 * The faults of a batch that has ended, as text; empty when it is correct.
 * @param {BatchRun} run
 * @param {NonNullable<Awaited<ReturnType<typeof readBatch>>>} ended
 */
export function faultsOfBatch(run, { batch, results }) {
  const faults = [];
  const addFault = (text) => faults.push(`${run.id}: ${text}`);
  const counts = { processing: 0, succeeded: 0, errored: 0, canceled: 0, expired: 0 };
  const remaining = new Map(run.prompts);
  for (const line of results.split('\n').slice(0, -1)) {
    const { custom_id: tag, result } = JSON.parse(line);
    const prompt = remaining.get(tag);
    if (prompt === undefined) addFault(`${tag} is not of this batch or has a second result`);
    else judge(addFault, tag, prompt, result, run.cancelled);
    remaining.delete(tag);
    counts[result.type] += 1;
  }
  if (remaining.size > 0) addFault(`${remaining.size} requests have no result, ${[...remaining.keys()][0]} is one`);
  if (JSON.stringify(batch.request_counts) !== JSON.stringify(counts))
    addFault(`it counts ${JSON.stringify(batch.request_counts)}, its results are ${JSON.stringify(counts)}`);
  return faults;
}

function judge(addFault, tag, prompt, { type, message }, cancelled) {
  if (type === 'canceled' && cancelled) return;
  if (type !== 'succeeded') {
    addFault(`${tag} is ${type}`);
    return;
  }
  const expected = replyChunks([{ role: 'user', text: prompt }]);
  if (message.content.map(({ text }) => text).join('') !== expected.join('')) addFault(`${tag} has another text`);
  if (message.usage.output_tokens !== expected.length || message.usage.input_tokens !== 1)
    addFault(`${tag} has another usage than the upstream counted`);
}
