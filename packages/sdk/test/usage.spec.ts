// Token usage of a response as a program reads it, with any configured naming.
import { ModelResponseClient, type ResponseUsage } from '#src/index.js';
import { listen, sendJson, type Loopback } from './loopback.js';

let server: Loopback;
afterEach(() => server.close());

const client = (): ModelResponseClient =>
  new ModelResponseClient({ baseUrl: server.url, apiKey: 'secret', maxRetries: 0 });
const payloadWith = (usage: unknown): object => ({
  id: 'resp_1',
  object: 'response',
  status: 'completed',
  output: [],
  usage,
});

const prompt = {
  prompt_tokens: 7,
  prompt_tokens_details: { cached_tokens: 4 },
  completion_tokens: 3,
  completion_tokens_details: { reasoning_tokens: 1 },
};
const input = {
  input_tokens: 7,
  input_tokens_details: { cached_tokens: 4 },
  output_tokens: 3,
  output_tokens_details: { reasoning_tokens: 1 },
};
const both: ResponseUsage = { ...prompt, ...input, total_tokens: 10 };

describe('the usage of a response', () => {
  it.each([
    ['both namings', both],
    ['one naming', { ...input, total_tokens: 10 }],
    ['the other naming', { ...prompt, total_tokens: 10 }],
  ])('has both namings where the service sends %s', async (_, usage) => {
    server = await listen((response) => sendJson(response, 200, payloadWith(usage)));
    const { responses } = client();
    const read = await Promise.all([
      responses.create({ model: 'm', input: 'hi' }),
      responses.retrieve('resp_1'),
      responses.cancel('resp_1'),
      responses.compact({ model: 'm' }),
    ]);
    expect(read.map((each) => each.usage)).toEqual([both, both, both, both]);
    const total: number | undefined = read[0].usage?.input_tokens;
    expect(total).toBe(7);
  });

  it('has them in the events and at the end of a stream, too', async () => {
    server = await listen((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(
        `data: ${JSON.stringify({ type: 'response.created', response: payloadWith(null), sequence_number: 0 })}\n\n`,
      );
      response.end(
        `data: ${JSON.stringify({ type: 'response.completed', response: payloadWith({ ...prompt, total_tokens: 10 }), sequence_number: 1 })}\n\n`,
      );
    });
    const stream = client().responses.stream({ model: 'm', input: 'hi' });
    const reported: (ResponseUsage | null)[] = [];
    for await (const event of stream)
      if (event.type === 'response.created' || event.type === 'response.completed') reported.push(event.response.usage);
    expect(reported).toEqual([null, both]);
    expect((await stream.finalResponse()).usage).toEqual(both);
  });

  it('is null as long as it is not known', async () => {
    server = await listen((response) => sendJson(response, 200, payloadWith(null)));
    expect((await client().responses.create({ model: 'm', input: 'hi', background: true })).usage).toBeNull();
  });
});
