// Responses of a scripted upstream over the messages API.
import { halvesOf, jsonOf, withSilence, writeEvents } from './event-writer.mjs';

const usage = { input_tokens: 234, cache_read_input_tokens: 1000, output_tokens: 56 };
let created = 0;

/**
 * @param {import('./scripted-upstream.mjs').Reply} reply
 * @param {any} body
 * @param {import('node:http').ServerResponse} response
 */
export async function messagesOf(reply, body, response) {
  const content = blocksOf(reply);
  const message = { id: `msg_${(created += 1)}`, type: 'message', role: 'assistant', model: body.model };
  const stop = {
    stop_reason: reply.stop ?? (reply.calls === undefined ? 'end_turn' : 'tool_use'),
    stop_sequence: null,
    ...(reply.stopDetails !== undefined && { stop_details: reply.stopDetails }),
  };
  if (body.stream !== true) {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ ...message, content, ...stop, usage }));
    return;
  }
  const started = { ...message, content: [], stop_reason: null, stop_sequence: null, usage };
  const end =
    reply.breaks === undefined
      ? [{ type: 'message_delta', delta: stop, usage }, { type: 'message_stop' }]
      : [failure(reply.breaks)];
  await writeEvents(
    response,
    [
      { silenceMs: reply.silentMs, events: [{ type: 'message_start', message: started }] },
      ...content.flatMap((block, index) =>
        withSilence(eventsOf(block, index), {
          beforeMs: index === 0 ? 0 : reply.betweenMs,
          withinMs: block.type === 'text' ? reply.withinMs : undefined,
        }),
      ),
      { events: end },
    ],
    reply.keepsAlive ? { type: 'ping' } : undefined,
  );
}

const failure = ({ code, message }) => ({ type: 'error', error: { type: code, message } });

function blocksOf({ thinks, text, calls = [] }) {
  return [
    ...(thinks === undefined ? [] : [{ type: 'thinking', thinking: thinks, signature: `signature-${(created += 1)}` }]),
    ...(text === undefined ? [] : [{ type: 'text', text }]),
    ...calls.map(({ name, input }) => ({ type: 'tool_use', id: `toolu_${(created += 1)}`, name, input })),
  ];
}

function eventsOf(block, index) {
  const deltas = {
    thinking: ({ thinking, signature }) => [
      { type: 'thinking_delta', thinking },
      { type: 'signature_delta', signature },
    ],
    text: ({ text }) => halvesOf(text).map((half) => ({ type: 'text_delta', text: half })),
    tool_use: ({ input }) => [{ type: 'input_json_delta', partial_json: jsonOf(input) }],
  }[block.type](block);
  const empty = {
    thinking: { thinking: '', signature: '' },
    text: { text: '' },
    tool_use: { input: {} },
  }[block.type];
  return [
    { type: 'content_block_start', index, content_block: { ...block, ...empty } },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ];
}
