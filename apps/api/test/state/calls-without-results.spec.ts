// A continuation after a tool call must include its result, in every way of continuing.
import type { JsonObject, ToolCallPart } from '@org/engine';
import { recording, type Recording } from '../conversations/recording.js';
import { startTestService, type TestService } from '../kit/start-service.js';

const call: ToolCallPart = { type: 'tool-call', callId: 'call_7', name: 'look', kind: 'function', argumentsText: '{}' };
let model: Recording;
let service: TestService;
beforeEach(async () => {
  model = recording([call], ['Done.']);
  service = await startTestService({ models: { m: model } });
});
afterEach(() => service.close());

const post = async (path: string, body: object): Promise<{ status: number; response: JsonObject }> => {
  const response = await service.post(path, { model: 'm', ...body });
  return { status: response.status, response: (await response.json()) as JsonObject };
};
const output = { type: 'function_call_output', call_id: 'call_7', output: 'seen' };
const refused = {
  status: 400,
  response: { error: { type: 'invalid_request_error', message: expect.stringContaining("'call_7'") } },
};

describe('a tool call without a result', () => {
  it('rejects a continued response without its output', async () => {
    const { response: first } = await post('/v1/responses', { input: 'Look.' });
    const next = { previous_response_id: first['id'] };
    expect(await post('/v1/responses', { ...next, input: 'Never mind.' })).toMatchObject({
      ...refused,
      response: { error: { param: 'input' } },
    });
    expect(model.requests).toHaveLength(1);
    expect(
      (await post('/v1/responses', { ...next, input: [output, { role: 'user', content: 'Never mind.' }] })).status,
    ).toBe(200);
  });

  it('rejects a continued conversation without its output, which may also be added as an item', async () => {
    const { response: conversation } = await post('/v1/conversations', { model: undefined });
    await post('/v1/responses', { input: 'Look.', conversation: conversation['id'] });
    expect(await post('/v1/responses', { input: 'Never mind.', conversation: conversation['id'] })).toMatchObject(
      refused,
    );
    await post(`/v1/conversations/${String(conversation['id'])}/items`, { model: undefined, items: [output] });
    expect((await post('/v1/responses', { input: 'Never mind.', conversation: conversation['id'] })).status).toBe(200);
  });

  it('rejects a continued thread without its result', async () => {
    const { response: first } = await post('/v1/messages', {
      max_tokens: 100,
      messages: [{ role: 'user', content: 'Look.' }],
      thread: { type: 'create' },
    });
    const thread = { type: 'continue', previous_message_id: first['id'] };
    expect(
      await post('/v1/messages', { max_tokens: 100, messages: [{ role: 'user', content: 'Never mind.' }], thread }),
    ).toMatchObject(refused);
    const result = { type: 'tool_result', tool_use_id: 'call_7', content: 'seen' };
    expect(
      (
        await post('/v1/messages', {
          max_tokens: 100,
          messages: [{ role: 'user', content: [result, { type: 'text', text: 'Never mind.' }] }],
          thread,
        })
      ).status,
    ).toBe(200);
  });
});
