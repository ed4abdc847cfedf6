// An upstream of all three APIs that discards what it receives and responds with one word.
import { once } from 'node:events';
import { createServer } from 'node:http';

const completion = { id: 'c', object: 'chat.completion.chunk', created: 0, model: 'm' };
const part = { item_id: 'msg_1', output_index: 0, content_index: 0 };
const text = (value) => ({ type: 'output_text', text: value, annotations: [], logprobs: [] });
const item = (status, content) => ({ type: 'message', id: 'msg_1', role: 'assistant', status, content });
const response = (status, output) => ({
  id: 'resp_1',
  object: 'response',
  created_at: 0,
  model: 'm',
  status,
  output,
  usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 },
});

/** The stream of each API. @type {Record<string, readonly object[]>} */
export const upstreamEvents = {
  '/v1/chat/completions': [
    { ...completion, choices: [{ index: 0, delta: { role: 'assistant', content: 'Hello' }, finish_reason: null }] },
    { ...completion, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
    { ...completion, choices: [], usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } },
  ],
  '/v1/messages': [
    {
      type: 'message_start',
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'm',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 1, output_tokens: 1 },
      },
    },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hello' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 1 } },
    { type: 'message_stop' },
  ],
  '/v1/responses': [
    { type: 'response.created', response: response('in_progress', []) },
    { type: 'response.output_item.added', output_index: 0, item: item('in_progress', []) },
    { type: 'response.content_part.added', ...part, part: text('') },
    { type: 'response.output_text.delta', ...part, delta: 'Hello', logprobs: [] },
    { type: 'response.output_text.done', ...part, text: 'Hello', logprobs: [] },
    { type: 'response.content_part.done', ...part, part: text('Hello') },
    { type: 'response.output_item.done', output_index: 0, item: item('completed', [text('Hello')]) },
    { type: 'response.completed', response: response('completed', [item('completed', [text('Hello')])]) },
  ].map((event, index) => ({ ...event, sequence_number: index })),
};

/** Starts the upstream on a free port of this machine. */
export async function startDrainingUpstream() {
  const server = createServer((request, reply) => {
    request.resume().once('end', () => {
      const path = new URL(request.url ?? '/', 'http://upstream').pathname;
      if (path in upstreamEvents) {
        reply.writeHead(200, { 'content-type': 'text/event-stream' });
        for (const event of upstreamEvents[path])
          reply.write(`${'type' in event ? `event: ${event.type}\n` : ''}data: ${JSON.stringify(event)}\n\n`);
        reply.end(path === '/v1/chat/completions' ? 'data: [DONE]\n\n' : '');
      } else if (request.method === 'GET') reply.writeHead(200).end('{"object":"list","data":[]}');
      else
        reply
          .writeHead(200, { 'content-type': 'application/json' })
          .end('{"input_tokens":1,"object":"response.input_tokens"}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${server.address().port}/v1`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
