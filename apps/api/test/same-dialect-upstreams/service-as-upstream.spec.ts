// This service with another instance of itself as upstream, in both dialects on each side, used with the official
// SDKs and the built-in model.
import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { createLanguageModel } from '#src/engine/create-language-model.js';
import { startTestService, type TestService } from '../kit/start-service.js';

let inner: TestService;
let outer: TestService;

beforeAll(async () => {
  inner = await startTestService();
  const upstreamModel = (kind: 'messages' | 'responses'): ReturnType<typeof createLanguageModel> =>
    createLanguageModel(
      { name: `by-${kind}`, provider: { kind, baseUrl: inner.url, apiKeyEnv: 'INNER_KEY', model: 'demo' } },
      { INNER_KEY: inner.key },
    );
  outer = await startTestService({
    models: { 'by-messages': await upstreamModel('messages'), 'by-responses': await upstreamModel('responses') },
  });
});
afterAll(async () => {
  await outer.close();
  await inner.close();
});

const models = ['by-messages', 'by-responses'];
const anthropic = (service: TestService): Anthropic =>
  new Anthropic({ apiKey: service.key, baseURL: service.url, maxRetries: 0 });
const openai = (service: TestService): OpenAI =>
  new OpenAI({ apiKey: service.key, baseURL: `${service.url}/v1`, maxRetries: 0 });

const ask = { max_tokens: 200, messages: [{ role: 'user' as const, content: 'Hello!' }] };

describe.each(models)('the @anthropic-ai/sdk package with a model that runs %s', (model) => {
  it('gets what it would get without anything in between', async () => {
    const direct = await anthropic(inner).messages.create({ ...ask, model: 'demo' });
    const through = await anthropic(outer).messages.create({ ...ask, model });
    const streamed = await anthropic(outer)
      .messages.stream({ ...ask, model })
      .finalMessage();
    for (const message of [through, streamed]) {
      expect(message.content).toEqual(direct.content);
      expect(message.stop_reason).toBe(direct.stop_reason);
      expect(message.usage.output_tokens).toBe(direct.usage.output_tokens);
    }
  });

  it('gets through a tool loop', async () => {
    const tool = {
      name: 'get_weather',
      description: 'Get the weather of a city.',
      input_schema: { type: 'object' as const, properties: { city: { type: 'string' } }, required: ['city'] },
    };
    const question = {
      ...ask,
      model,
      messages: [{ role: 'user' as const, content: 'What is the weather in Paris?' }],
      tools: [tool],
    };
    const first = await anthropic(outer)
      .messages.stream({ ...question, tool_choice: { type: 'any' } })
      .finalMessage();
    expect(first.stop_reason).toBe('tool_use');
    const results = first.content.flatMap((block) =>
      block.type === 'tool_use'
        ? [{ type: 'tool_result' as const, tool_use_id: block.id, content: '18 degrees and sunny' }]
        : [],
    );
    expect(results.length).toBeGreaterThan(0);
    const second = await anthropic(outer).messages.create({
      ...question,
      messages: [
        ...question.messages,
        { role: 'assistant', content: first.content },
        { role: 'user', content: results },
      ],
    });
    expect(second.stop_reason).toBe('end_turn');
  });

  it('returns the count of the upstream model', async () => {
    const { messages } = ask;
    const direct = await anthropic(inner).messages.countTokens({ model: 'demo', messages });
    expect(await anthropic(outer).messages.countTokens({ model, messages })).toEqual(direct);
  });
});

describe.each(models)('the openai package with a model that runs %s', (model) => {
  it('gets what it would get without anything in between', async () => {
    const request = { input: 'Hello!', temperature: 0, max_output_tokens: 200 };
    const direct = await openai(inner).responses.create({ ...request, model: 'demo' });
    const through = await openai(outer).responses.create({ ...request, model });
    const streamed = await openai(outer)
      .responses.stream({ ...request, model })
      .finalResponse();
    for (const response of [through, streamed]) {
      expect(response.output_text).toBe(direct.output_text);
      expect(response.status).toBe(direct.status);
      expect(response.usage?.output_tokens).toBe(direct.usage?.output_tokens);
    }
  });

  it('continues a conversation that lies at the service in front and nowhere else', async () => {
    const client = openai(outer);
    const first = await client.responses.create({ model, input: 'My name is Anna.' });
    const second = await client.responses.create({ model, input: 'What is my name?', previous_response_id: first.id });
    expect(second.usage?.input_tokens).toBeGreaterThan(first.usage?.input_tokens ?? Infinity);
    await expect(openai(inner).responses.retrieve(second.id)).rejects.toMatchObject({ status: 404 });
    const items = await client.responses.inputItems.list(second.id);
    expect(items.data.length).toBeGreaterThan(0);
  });

  it('returns the count of the upstream model', async () => {
    const direct = await openai(inner).responses.inputTokens.count({ model: 'demo', input: 'Hello!' });
    expect(await openai(outer).responses.inputTokens.count({ model, input: 'Hello!' })).toEqual(direct);
  });
});

describe('stop sequences', () => {
  it('are applied by this service where the upstream API does not support them', async () => {
    const complete = await anthropic(outer).messages.create({ ...ask, model: 'by-responses' });
    const text = complete.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
    const stop = text.slice(3, 6);
    for (const message of [
      await anthropic(outer).messages.create({ ...ask, model: 'by-responses', stop_sequences: [stop] }),
      await anthropic(outer)
        .messages.stream({ ...ask, model: 'by-responses', stop_sequences: [stop] })
        .finalMessage(),
    ]) {
      expect(message).toMatchObject({
        stop_reason: 'stop_sequence',
        stop_sequence: stop,
        content: [{ type: 'text', text: text.slice(0, text.indexOf(stop)) }],
      });
    }
  });
});
