// The same request as a stream and as JSON on the real demo model: the accumulated stream equals the JSON response.
import { accumulateMessages, type Message, type MessageStreamEvent } from '@org/protocol/messages';
import { accumulateResponses, type Response as ModelResponse, type ResponseStreamEvent } from '@org/protocol/responses';
import { SseParser, sseDone } from '@org/protocol/sse';
import { startTestService, type TestService } from '../kit/start-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
}, 60_000);
afterAll(() => service.close());

const weather = { name: 'get_weather', description: 'Get the current weather for a city' };
const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
const messagesBodies = {
  text: { messages: [{ role: 'user', content: 'Hello!' }] },
  'a tool call': {
    messages: [{ role: 'user', content: "What's the weather in Paris?" }],
    tools: [{ ...weather, input_schema: schema }],
  },
  thinking: {
    messages: [{ role: 'user', content: 'What is 3 + 4?' }],
    thinking: { type: 'enabled', budget_tokens: 1024 },
    max_tokens: 1500,
  },
  'a token cap': { messages: [{ role: 'user', content: 'Tell me a story.' }], max_tokens: 5 },
} as const;
const responsesBodies = {
  text: { input: 'Hello!' },
  'a tool call': {
    input: "What's the weather in Paris?",
    tools: [{ type: 'function', ...weather, parameters: schema, strict: false }],
  },
  reasoning: { input: 'What is 3 + 4?', reasoning: { effort: 'low' } },
  'a token cap': { input: 'Tell me a story.', max_output_tokens: 5 },
} as const;

async function ask(path: string, body: object): Promise<string> {
  const response = await service.post(path, { model: 'demo', max_tokens: 300, ...body });
  expect(response.status).toBe(200);
  return response.text();
}

function eventsOf(text: string): unknown[] {
  return new SseParser().push(text).flatMap(({ data }): unknown[] => (data === sseDone ? [] : [JSON.parse(data)]));
}

/** Ids and times differ per response, and the second request finds its prompt cached. */
const volatileFields = new Set(['id', 'call_id', 'created_at', 'completed_at', 'signature', 'usage']);

function comparable(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, member: unknown) => (volatileFields.has(key) ? undefined : member)));
}

describe('a stream accumulates to the JSON response', () => {
  it.each(Object.entries(messagesBodies))('of the messages dialect: %s', async (_name, body) => {
    const json = JSON.parse(await ask('/v1/messages', body)) as Message;
    const streamed = accumulateMessages(
      eventsOf(await ask('/v1/messages', { ...body, stream: true })) as MessageStreamEvent[],
    );
    expect(comparable(streamed)).toEqual(comparable(json));
    expect(streamed.usage.output_tokens).toBe(json.usage.output_tokens);
  });

  it.each(Object.entries(responsesBodies))('of the responses dialect: %s', async (_name, body) => {
    const json = JSON.parse(await ask('/v1/responses', body)) as ModelResponse;
    const streamed = accumulateResponses(
      eventsOf(await ask('/v1/responses', { ...body, stream: true })) as ResponseStreamEvent[],
    );
    expect(comparable(streamed)).toEqual(comparable(json));
    expect(streamed.usage?.output_tokens).toBe(json.usage?.output_tokens);
  });
});
