// The unmodified `openai` package against the service with its built-in model.
import OpenAI, { AuthenticationError, BadRequestError, NotFoundError } from 'openai';
import { scriptedModel } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

const weather = {
  type: 'function' as const,
  name: 'get_weather',
  description: 'Get the weather of a city.',
  parameters: {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
    additionalProperties: false,
  },
  strict: true,
};

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const connect = (apiKey = service.key): OpenAI => new OpenAI({ apiKey, baseURL: `${service.url}/v1`, maxRetries: 0 });

describe('the openai package', () => {
  it('gets a completed response', async () => {
    const response = await connect().responses.create({ model: 'demo', input: 'Hello!' });
    expect(response.status).toBe('completed');
    expect(response.output_text).not.toBe('');
    expect(response.usage?.total_tokens).toBe(
      (response.usage?.input_tokens ?? 0) + (response.usage?.output_tokens ?? 0),
    );
    expect(response._request_id).toMatch(/^req_/);
  });

  it('streams and accumulates the stored response', async () => {
    const client = connect();
    const stream = client.responses.stream({ model: 'demo', input: 'Hello!' });
    let text = '';
    stream.on('response.output_text.delta', ({ delta }) => (text += delta));
    const final = await stream.finalResponse();
    expect(text).toBe(final.output_text);
    expect((await client.responses.retrieve(final.id)).output_text).toBe(text);
  });

  it('completes a tool loop: call, result, final text', async () => {
    const client = connect();
    const first = await client.responses.create({
      model: 'demo',
      input: 'What is the weather in Paris?',
      tools: [weather],
      tool_choice: 'required',
    });
    const call = first.output.find((item) => item.type === 'function_call');
    if (call?.type !== 'function_call') throw new Error('the model did not call');
    expect(call.name).toBe('get_weather');
    expect(JSON.parse(call.arguments)).toEqual({ city: expect.any(String) });
    const second = await client.responses.create({
      model: 'demo',
      previous_response_id: first.id,
      tools: [weather],
      input: [{ type: 'function_call_output', call_id: call.call_id, output: '18 degrees and sunny' }],
    });
    expect(second.status).toBe('completed');
    expect(second.output_text).not.toBe('');
  });

  it('continues a conversation over three turns and a restart of the service', async () => {
    const first = await connect().responses.create({ model: 'demo', input: 'My name is Anna.' });
    const second = await connect().responses.create({
      model: 'demo',
      input: 'I live in Rome.',
      previous_response_id: first.id,
    });
    await service.stop();
    service = await startTestService({ dataDir: service.dataDir });
    const third = await connect().responses.create({
      model: 'demo',
      input: 'What is my name?',
      previous_response_id: second.id,
    });
    expect(third.previous_response_id).toBe(second.id);
    expect(third.usage?.input_tokens).toBeGreaterThan(second.usage?.input_tokens ?? Infinity);
    expect(third.output_text).toContain('Anna');
  });

  it('counts the tokens that a request is charged, and lists what was sent', async () => {
    const client = connect();
    const { input_tokens } = await client.responses.inputTokens.count({ model: 'demo', input: 'Hello there!' });
    const response = await client.responses.create({ model: 'demo', input: 'Hello there!' });
    expect(input_tokens).toBe(response.usage?.input_tokens);
    const items = await client.responses.inputItems.list(response.id);
    expect(items.data).toHaveLength(1);
  });

  it('deletes', async () => {
    const client = connect();
    const { id } = await client.responses.create({ model: 'demo', input: 'Hello!' });
    await client.responses.delete(id);
    await expect(client.responses.retrieve(id)).rejects.toThrow(NotFoundError);
  });

  it('lists models', async () => {
    expect((await connect().models.list()).data.map(({ id }) => id)).toEqual(['demo']);
    expect(await connect().models.retrieve('demo')).toMatchObject({ id: 'demo', object: 'model' });
  });

  it('throws its own error class for each failure', async () => {
    const create = (body: object, client = connect()): Promise<unknown> =>
      client.responses.create({ model: 'demo', input: 'Hi', ...body });
    await expect(create({}, connect('wrong'))).rejects.toThrow(AuthenticationError);
    await expect(create({ model: 'nobody' })).rejects.toMatchObject({ status: 404, code: 'model_not_found' });
    await expect(create({ temperature: 9 })).rejects.toMatchObject({ status: 400, param: 'temperature' });
    await expect(create({ previous_response_id: 'resp_0' })).rejects.toMatchObject({
      status: 400,
      code: 'previous_response_not_found',
    });
    await expect(create({ input: 'word '.repeat(100_000) })).rejects.toThrow(BadRequestError);
  });

  it('that stops reading ends the generation', async () => {
    const stream = await connect().responses.create({ model: 'demo', input: 'Tell me a story.', stream: true });
    for await (const event of stream) if (event.type === 'response.output_text.delta') break;
    const next = await connect().responses.create({ model: 'demo', input: 'Hello!' });
    expect(next.status).toBe('completed');
  });
});

it('estimates the input tokens of a model without token counting, and warns of it', async () => {
  const scripted = await startTestService({ models: { m: scriptedModel() } });
  const client = new OpenAI({ apiKey: scripted.key, baseURL: `${scripted.url}/v1`, maxRetries: 0 });
  const counted = client.responses.inputTokens.count({ model: 'm', input: 'Hi' });
  expect((await counted).input_tokens).toBeGreaterThan(0);
  expect((await counted.asResponse()).headers.get('x-service-warning')).toMatch(/^estimated input_tokens: /);
  await scripted.close();
});
