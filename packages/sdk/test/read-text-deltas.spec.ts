// The text deltas of a stream.
import { ModelResponseClient, StreamError, readTextDeltas, getOutputText } from '#src/index.js';
import { listen, sendEvents, type Loopback } from './loopback.js';

let server: Loopback;
afterEach(() => server.close());

const client = (): ModelResponseClient =>
  new ModelResponseClient({ baseUrl: server.url, apiKey: 'secret', maxRetries: 0 });
const asked = { model: 'm', max_tokens: 8, messages: [] };

const delta = (index: number, inner: object): { type: string } => ({
  type: 'content_block_delta',
  ...{ index, delta: inner },
});
const started = [
  {
    type: 'message_start',
    message: { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [], usage: {} },
  },
  { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
  delta(0, { type: 'thinking_delta', thinking: 'Hm.' }),
  { type: 'content_block_stop', index: 0 },
  { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
  delta(1, { type: 'text_delta', text: 'Hel' }),
];
const ended = [
  delta(1, { type: 'text_delta', text: 'lo.' }),
  { type: 'content_block_stop', index: 1 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: {} },
  { type: 'message_stop' },
];

async function collectDeltas(stream: AsyncIterable<string>): Promise<string[]> {
  const chunks: string[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return chunks;
}

describe('the text deltas of a stream', () => {
  it('are those of a message without its thinking, with the complete message available afterwards', async () => {
    server = await listen((response) => {
      sendEvents(response, [...started, ...ended]);
      response.end();
    });
    const stream = client().messages.stream(asked);
    expect(await collectDeltas(readTextDeltas(stream))).toEqual(['Hel', 'lo.']);
    expect(getOutputText(await stream.finalMessage())).toBe('Hello.');
  });

  it('are those of a response', async () => {
    const response = { id: 'resp_1', object: 'response', status: 'in_progress', output: [] };
    const position = { item_id: 'msg_1', output_index: 0, content_index: 0 };
    const events = [
      { type: 'response.created', sequence_number: 0, response },
      { type: 'response.output_text.delta', sequence_number: 1, ...position, delta: 'Hel' },
      { type: 'response.output_text.delta', sequence_number: 2, ...position, delta: 'lo.' },
      { type: 'response.completed', sequence_number: 3, response: { ...response, status: 'completed' } },
    ];
    server = await listen((reply) => {
      sendEvents(reply, events);
      reply.end();
    });
    expect(await collectDeltas(readTextDeltas(client().responses.stream({ model: 'm', input: 'hi' })))).toEqual([
      'Hel',
      'lo.',
    ]);
  });

  it('end with the error of a disconnected stream', async () => {
    server = await listen((response) => {
      sendEvents(response, started);
      response.end();
    });
    await expect(collectDeltas(readTextDeltas(client().messages.stream(asked)))).rejects.toBeInstanceOf(StreamError);
  });

  it('leave the stream with their loop, and the service sees the disconnect', async () => {
    server = await listen((response) => sendEvents(response, started));
    const stream = client().messages.stream(asked);
    for await (const chunk of readTextDeltas(stream)) if (chunk === 'Hel') break;
    await server.disconnected;
    await expect(stream.finalMessage()).rejects.toBeInstanceOf(StreamError);
  });
});
