// The client is made for this service; with another server of the same APIs it also tolerates omitted fields.
import { ApiError, ConnectionError, tool, ModelResponseClient, getOutputText } from '#src/index.js';
import { listen, sendJson, type Loopback } from './loopback.js';

let server: Loopback;
afterEach(() => server.close());

const client = (): ModelResponseClient =>
  new ModelResponseClient({ baseUrl: server.url, apiKey: 'secret', maxRetries: 0 });
const asked = { model: 'm', max_tokens: 8, messages: [] };

async function streaming(...events: readonly object[]): Promise<void> {
  server = await listen((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''));
  });
}

describe('a response of another server', () => {
  it('may have no output, with null in place of a list', async () => {
    server = await listen((response, attempt) =>
      sendJson(
        response,
        200,
        attempt === 0
          ? { id: 'msg_1', type: 'message', content: null }
          : { id: 'resp_1', object: 'response', status: 'completed', output: null },
      ),
    );
    const message = await client().messages.create(asked);
    const response = await client().responses.create({ model: 'm', input: 'hi' });
    expect([message.content, getOutputText(message), response.output, getOutputText(response)]).toEqual([
      [],
      '',
      [],
      '',
    ]);
  });

  it('may be an empty list as null, as from Ollama without models', async () => {
    server = await listen((response) => sendJson(response, 200, { object: 'list', data: null, has_more: false }));
    const items: unknown[] = [];
    for await (const item of client().conversations.items.list('conv_1')) items.push(item);
    expect([await client().models.list(), items]).toEqual([[], []]);
  });

  it.each(['null', '[]', '"none"'])('is no list when it is %s', async (body) => {
    server = await listen((response) => response.end(body));
    await expect(client().models.list()).rejects.toBeInstanceOf(ConnectionError);
    await expect(client().conversations.items.list('conv_1').pages().next()).rejects.toBeInstanceOf(ConnectionError);
  });

  it('may have usage of only three numbers', async () => {
    server = await listen((response) =>
      sendJson(response, 200, {
        id: 'resp_1',
        object: 'response',
        status: 'completed',
        output: [],
        usage: { input_tokens: 11, output_tokens: 4, total_tokens: 15 },
      }),
    );
    const { usage } = await client().responses.create({ model: 'm', input: 'hi' });
    expect([
      usage?.input_tokens,
      usage?.input_tokens_details.cached_tokens,
      usage?.output_tokens_details.reasoning_tokens,
      usage?.prompt_tokens,
    ]).toEqual([11, 0, 0, 11]);
  });

  it('may contain messages without content and calls without arguments', async () => {
    let responseCount = 0;
    const output = [
      { id: 'msg_1', type: 'message', role: 'assistant' },
      { id: 'fc_1', type: 'function_call', call_id: 'call_1', name: 'now' },
    ];
    server = await listen((response) =>
      sendJson(response, 200, {
        id: 'resp_1',
        object: 'response',
        status: 'completed',
        output: responseCount++ === 0 ? output : [],
      }),
    );
    const now = tool({ name: 'now', parameters: {}, parse: (args) => args, run: (args) => JSON.stringify(args) });
    const texts: string[] = [];
    for await (const response of client().responses.runTools({ model: 'm', input: 'hi', store: false }, [now]))
      texts.push(getOutputText(response));
    expect(texts).toEqual(['', '']);
    expect((JSON.parse(server.requests[1]?.body ?? '') as { input: unknown[] }).input.at(-1)).toEqual({
      type: 'function_call_output',
      call_id: 'call_1',
      output: '{}',
    });
  });

  it('may be streamed without indices, as by llama.cpp', async () => {
    const item = { id: 'msg_1', type: 'message', role: 'assistant', content: [] };
    await streaming(
      { type: 'response.created', response: { id: 'resp_1', object: 'response', status: 'in_progress' } },
      { type: 'response.output_item.added', item },
      { type: 'response.output_text.delta', item_id: 'msg_1', delta: 'Hel' },
      { type: 'response.output_text.delta', item_id: 'msg_1', delta: 'lo.' },
      { type: 'response.completed', response: { id: 'resp_1', object: 'response', status: 'completed' } },
    );
    expect(getOutputText(await client().responses.stream({ model: 'm', input: 'hi' }).finalResponse())).toBe('Hello.');
  });

  it('may be streamed with blocks that overlap', async () => {
    await streaming(
      { type: 'message_start', message: { id: 'msg_1', type: 'message', role: 'assistant', content: [] } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_start', index: 1, content_block: { type: 'tool_use', id: 'call_1', name: 'now' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hello.' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'content_block_stop', index: 1 },
      { type: 'message_delta', delta: { stop_reason: 'tool_use' } },
      { type: 'message_stop' },
    );
    const { content } = await client().messages.stream(asked).finalMessage();
    expect(content).toEqual([
      { type: 'text', text: 'Hello.' },
      { type: 'tool_use', id: 'call_1', name: 'now', input: {} },
    ]);
  });

  it.each([
    [
      'an event without a type',
      { error: { code: 400, message: 'The context is full.', type: 'exceed_context_size_error' } },
    ],
    ['an error that is a text', { error: 'The context is full.' }],
  ])('may fail midway with %s, which is reported with its message', async (_, failure) => {
    await streaming({ type: 'response.created', response: { id: 'resp_1', object: 'response' } }, failure);
    const error = await client()
      .responses.stream({ model: 'm', input: 'hi' })
      .finalResponse()
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ message: 'The context is full.', body: failure });
  });

  it('may be an error that is a string', async () => {
    server = await listen((response) => sendJson(response, 400, { error: 'No such model.' }));
    await expect(client().responses.create({ model: 'm', input: 'hi' })).rejects.toMatchObject({
      status: 400,
      message: 'No such model.',
    });
  });

  it('is an error when it is no object', async () => {
    server = await listen((response) => sendJson(response, 200, null));
    await expect(client().responses.create({ model: 'm', input: 'hi' })).rejects.toMatchObject({
      name: 'ConnectionError',
      message: 'The response is not an object.',
    });
    await expect(client().messages.create(asked)).rejects.toMatchObject({
      name: 'ConnectionError',
      message: 'The response is not an object.',
    });
  });
});
