// What is wrong with a background response that called tools, after a crash.
import { send } from './http-call.mjs';
import { terminalStatuses, textOf } from './responses-client.mjs';
import { readFrames } from './sse-frames.mjs';
import { effectOf, planText } from './tool-upstream.mjs';

const itemTypes = {
  pay: 'mcp_call',
  search: 'web_search_call',
  find: 'file_search_call',
  code: 'code_interpreter_call',
};
const callTypes = new Set(Object.values(itemTypes));

/**
 * @param {string} url
 * @param {{ id: string, key: string, plan: import('./tool-upstream.mjs').ToolPlan }} run
 * @param {string} stored JSON text of the stored response
 * @param {ReadonlyMap<string, number>} effects how often each call of the MCP server was made
 */
export async function toolFaultsOf(url, { id, key, plan }, stored, effects) {
  const response = JSON.parse(stored);
  const faults = [];
  const addFault = (text) => faults.push(`${id}: ${text}`);
  const calls = response.output.filter(({ type }) => callTypes.has(type));
  const unknown = calls.filter(({ error }) => JSON.stringify(error ?? null).includes('is unknown')).length;
  const { status } = response;
  if (status === 'completed') {
    if (textOf(response) !== planText(plan)) addFault('completed with another text');
    if (calls.map(({ type }) => type).join() !== plan.tools.map((tool) => itemTypes[tool]).join())
      addFault(`completed with other calls than ${plan.tools.join()}`);
  } else if (status !== 'failed') addFault(`ended as ${status}, which no client requested`);
  else if (typeof response.error?.code !== 'string' || response.error.message === '') addFault('failed without a code');
  for (const [step, call] of calls.entries()) {
    if (call.type !== 'mcp_call' || call.status !== 'completed') continue;
    const effect = effectOf(plan.tag, step);
    if (call.output !== `paid ${effect}` || effects.get(effect) !== 1)
      addFault(`shows ${call.output} for a call that was made ${effects.get(effect) ?? 0} times`);
  }
  const ids = response.output.map((item) => item.id);
  if (new Set(ids).size !== ids.length) addFault('an item appears twice');
  const { events, done } = readFrames((await send({ url, key, path: `/v1/responses/${id}?stream=true` })).text);
  if (!done) addFault('its stream does not end');
  if (events.some(({ sequence_number: number }, index) => number !== index))
    addFault('its sequence numbers have a gap or repeat');
  for (const type of ['response.output_item.added', 'response.output_item.done']) {
    const seen = events.filter((event) => event.type === type).map(({ item }) => item.id);
    if (seen.join() !== ids.join()) addFault(`its ${type} events are not those of its items`);
  }
  const ends = events.filter(({ response: shown }) => shown !== undefined && terminalStatuses.has(shown.status));
  if (ends.length !== 1 || ends[0] !== events.at(-1)) addFault(`its log has ${ends.length} terminal events`);
  else if (JSON.stringify(ends[0].response) !== JSON.stringify(response))
    addFault('its terminal event and the stored response differ');
  return { faults, unknown, outcome: status === 'failed' ? `failed (${response.error?.code})` : status };
}
