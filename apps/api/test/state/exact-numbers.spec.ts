import { buildResult, createScriptedModel, replay } from '@org/engine/testing';
import { eventually } from '../kit/eventually.js';
import { startTestService, type TestService } from '../kit/start-service.js';

/** Ids of many services have more digits than a double holds; Python distinguishes 20.0 from 20. */
const args = '{"user_id":1234567890123456789,"list":[9007199254740993,1.5,20.0]}';
const tools = '[{"name":"find","input_schema":{"type":"object"}}]';
let service: TestService;
/** Arguments of the calls that the model received. */
let promptMessages: string[] = [];
/** The tools that it received, as JSON. */
let promptTools = '';

beforeAll(async () => {
  const languageModel = createScriptedModel({
    id: 'm',
    script: ({ messages, tools: received }) => {
      promptTools = JSON.stringify(received);
      promptMessages = messages.flatMap(({ parts }) =>
        parts.flatMap((part) => (part.type === 'tool-call' ? [part.argumentsText] : [])),
      );
      const response = buildResult(['Found.']);
      return [
        ...replay({
          ...response,
          parts: [
            {
              type: 'tool-call',
              callId: `call_${promptMessages.length}`,
              name: 'find',
              kind: 'function',
              argumentsText: args,
            },
          ],
          finishReason: { unified: 'tool-calls' },
        }),
      ];
    },
  });
  service = await startTestService({ models: { m: languageModel } });
});
afterAll(() => service.close());

const post = (path: string, body: string): Promise<Response> =>
  fetch(service.url + path, {
    method: 'POST',
    headers: { ...service.messagesHeaders, 'content-type': 'application/json' },
    body,
  });

describe('numbers in tool input that a double cannot represent exactly', () => {
  it('reach the client as the model wrote them', async () => {
    const response = await post(
      '/v1/messages',
      `{"model":"m","max_tokens":50,"tools":${tools},"messages":[{"role":"user","content":"go"}]}`,
    );
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await response.text()).toContain(`"input":${args}`);
  });

  it('return to the model as the client sends them', async () => {
    const call = `{"role":"assistant","content":[{"type":"tool_use","id":"call_9","name":"find","input":${args}}]}`;
    const result = '{"role":"user","content":[{"type":"tool_result","tool_use_id":"call_9","content":"ok"}]}';
    const response = await post(
      '/v1/messages',
      `{"model":"m","max_tokens":50,"tools":${tools},"messages":[{"role":"user","content":"go"},${call},${result}]}`,
    );
    expect(response.status).toBe(200);
    expect(promptMessages).toEqual([args]);
  });

  it('return to the model in Python syntax, too', async () => {
    const call =
      '{"role": "assistant", "content": [{"type": "tool_use", "id": "call_9", "name": "find", "input": {"price": 20.0}}]}';
    const result = '{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "call_9", "content": "ok"}]}';
    await post(
      '/v1/messages',
      `{"model":"m","max_tokens":50,"tools":${tools},"messages":[{"role":"user","content":"go"},${call},${result}]}`,
    );
    expect(promptMessages).toEqual(['{"price":20.0}']);
  });

  it('stay what they are in a thread', async () => {
    const first = await post(
      '/v1/messages',
      `{"model":"m","max_tokens":50,"thread":{"type":"create"},"tools":${tools},"messages":[{"role":"user","content":"go"}]}`,
    );
    const { id, content } = (await first.json()) as { id: string; content: readonly { id: string }[] };
    const result = `{"role":"user","content":[{"type":"tool_result","tool_use_id":"${content[0]?.id ?? ''}","content":"ok"}]}`;
    const next = await post(
      '/v1/messages',
      `{"model":"m","max_tokens":50,"thread":{"type":"continue","previous_message_id":"${id}"},"messages":[${result}]}`,
    );
    expect(await next.text()).toContain(`"input":${args}`);
    expect(promptMessages).toEqual([args]);
  });

  it('are repeated under the key of a request', async () => {
    const repeat = async (): Promise<string> => {
      const headers = { ...service.messagesHeaders, 'content-type': 'application/json', 'idempotency-key': 'exact' };
      const body = `{"model":"m","max_tokens":50,"tools":${tools},"messages":[{"role":"user","content":"go"}]}`;
      return (await fetch(`${service.url}/v1/messages`, { method: 'POST', headers, body })).text();
    };
    const first = await repeat();
    expect(first).toContain(`"input":${args}`);
    expect(await repeat()).toBe(first);
  });

  it('are preserved in batch results', async () => {
    const request = `{"custom_id":"a","params":{"model":"m","max_tokens":50,"tools":${tools},"messages":[{"role":"user","content":"go"}]}}`;
    const { id } = (await (await post('/v1/messages/batches', `{"requests":[${request}]}`)).json()) as { id: string };
    const results = async (): Promise<string> =>
      (await fetch(`${service.url}/v1/messages/batches/${id}/results`, { headers: service.messagesHeaders })).text();
    await eventually(async () => (await results()).includes('"custom_id":"a"'));
    expect(await results()).toContain(`"input":${args}`);
  });
});

describe('numbers in the schemas and arguments of a stored response', () => {
  const schema = '{"type":"object","properties":{"id":{"enum":[1234567890123456789,20.0],"maximum":1e400}}}';
  const stored = `"tools":[{"type":"function","name":"find","parameters":${schema}}]`;
  const search = '"arguments":{"id":9223372036854775807}';
  const input = `[{"role":"user","content":"go"},{"type":"tool_search_call","call_id":"s","execution":"client",${search}},{"type":"tool_search_output","call_id":"s","execution":"client","tools":[]}]`;
  const read = async (path: string): Promise<string> =>
    await (await fetch(service.url + path, { headers: service.responsesHeaders })).text();
  const respond = async (members: string): Promise<string> => {
    const response = await fetch(`${service.url}/v1/responses`, {
      method: 'POST',
      headers: { ...service.responsesHeaders, 'content-type': 'application/json' },
      body: `{"model":"m",${members}}`,
    });
    return ((await response.json()) as { readonly id: string }).id;
  };

  it.each(['false', 'true'])('stay as the client writes them, with background %s', async (background) => {
    const id = await respond(`"input":${input},${stored},"background":${background}`);
    await eventually(async () => (await read(`/v1/responses/${id}`)).includes('"status":"completed"'));
    expect(promptTools).toContain(schema);
    expect(await read(`/v1/responses/${id}`)).toContain(schema);
    expect(await read(`/v1/responses/${id}/input_items`)).toContain(search);
    await respond(
      `"input":[{"type":"function_call_output","call_id":"call_1","output":"ok"}],"previous_response_id":"${id}"`,
    );
    expect(promptMessages).toContain('{"id":9223372036854775807}');
  });

  it('stay as the client writes them in the items of a conversation', async () => {
    const response = await fetch(`${service.url}/v1/conversations`, {
      method: 'POST',
      headers: { ...service.responsesHeaders, 'content-type': 'application/json' },
      body: `{"items":${input}}`,
    });
    const { id } = (await response.json()) as { readonly id: string };
    expect(await read(`/v1/conversations/${id}/items`)).toContain(search);
  });
});
