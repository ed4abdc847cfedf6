// The unmodified `@anthropic-ai/sdk` package against the service with its built-in model.
import Anthropic, { AuthenticationError, BadRequestError, NotFoundError } from '@anthropic-ai/sdk';
import { startTestService, type TestService } from '../kit/start-service.js';

const weather = {
  name: 'get_weather',
  description: 'Get the weather of a city.',
  input_schema: { type: 'object' as const, properties: { city: { type: 'string' } }, required: ['city'] },
};

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const connect = (apiKey = service.key): Anthropic => new Anthropic({ apiKey, baseURL: service.url, maxRetries: 0 });
const ask = (content: string): { model: string; max_tokens: number; messages: Anthropic.MessageParam[] } => ({
  model: 'demo',
  max_tokens: 200,
  messages: [{ role: 'user', content }],
});

function textOf({ content }: Anthropic.Message): string {
  return content.map((block) => (block.type === 'text' ? block.text : '')).join('');
}

describe('the @anthropic-ai/sdk package', () => {
  it('gets a completed response', async () => {
    const message = await connect().messages.create(ask('Hello!'));
    expect(message).toMatchObject({ type: 'message', role: 'assistant', model: 'demo', stop_reason: 'end_turn' });
    expect(textOf(message)).not.toBe('');
    expect(message.usage.output_tokens).toBeGreaterThan(0);
    expect(message._request_id).toMatch(/^req_/);
  });

  it('streams and accumulates the complete message', async () => {
    const stream = connect().messages.stream(ask('Hello!'));
    let text = '';
    stream.on('text', (delta) => (text += delta));
    const message = await stream.finalMessage();
    expect(textOf(message)).toBe(text);
    expect(text).not.toBe('');
    expect(message.stop_reason).toBe('end_turn');
    expect(message.usage.input_tokens).toBeGreaterThan(0);
  });

  it.each([false, true])('completes a tool loop: call, result, final text (streamed: %s)', async (streamed) => {
    const client = connect();
    const run = (body: Anthropic.MessageCreateParamsNonStreaming): Promise<Anthropic.Message> =>
      streamed ? client.messages.stream(body).finalMessage() : client.messages.create(body);
    const question = {
      ...ask('What is the weather in Paris?'),
      tools: [weather],
      tool_choice: { type: 'any' as const },
    };
    const first = await run(question);
    expect(first.stop_reason).toBe('tool_use');
    const calls = first.content.filter((block) => block.type === 'tool_use');
    expect(calls.length).toBeGreaterThan(0);
    for (const call of calls) expect(call).toMatchObject({ name: 'get_weather', input: { city: expect.any(String) } });
    const results = calls.map(({ id }) => ({
      type: 'tool_result' as const,
      tool_use_id: id,
      content: '18 degrees and sunny',
    }));
    const second = await run({
      ...ask(''),
      tools: [weather],
      messages: [
        ...question.messages,
        { role: 'assistant', content: first.content },
        { role: 'user', content: results },
      ],
    });
    expect(second.stop_reason).toBe('end_turn');
    expect(textOf(second)).not.toBe('');
  });

  it('counts the tokens that a message is charged', async () => {
    const { max_tokens: _, ...body } = ask('Hello there!');
    const { input_tokens } = await connect().messages.countTokens(body);
    const { usage } = await connect().messages.create(ask('Hello there!'));
    expect(input_tokens).toBe(
      usage.input_tokens + (usage.cache_read_input_tokens ?? 0) + (usage.cache_creation_input_tokens ?? 0),
    );
  });

  it('lists models', async () => {
    const ids: string[] = [];
    for await (const model of connect().models.list()) ids.push(model.id);
    expect(ids).toEqual(['demo']);
    expect(await connect().models.retrieve('demo')).toMatchObject({ id: 'demo', type: 'model' });
  });

  it('respects max_tokens', async () => {
    const message = await connect().messages.create({ ...ask('Hello!'), max_tokens: 2 });
    expect(message.stop_reason).toBe('max_tokens');
    expect(message.usage.output_tokens).toBe(2);
  });

  it('throws its own error class for each failure', async () => {
    await expect(connect('wrong').messages.create(ask('Hi'))).rejects.toThrow(AuthenticationError);
    await expect(connect().messages.create({ ...ask('Hi'), model: 'nobody' })).rejects.toThrow(NotFoundError);
    await expect(connect().messages.create({ ...ask('Hi'), messages: [] })).rejects.toThrow(BadRequestError);
    await expect(connect().messages.create(ask('word '.repeat(100_000)))).rejects.toThrow(
      /prompt is too long: \d+ tokens > \d+ maximum/,
    );
  });
});
