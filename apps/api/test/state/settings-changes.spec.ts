// Settings that change within a conversation also apply when it is continued by id.
import type { JsonObject } from '@org/engine';
import { recording, type Recording } from '../conversations/recording.js';
import { startTestService, type TestService } from '../kit/start-service.js';

let model: Recording;
let service: TestService;
beforeEach(async () => {
  model = recording(['One.'], ['Two.'], ['Three.']);
  service = await startTestService({ models: { m: model } });
});
afterEach(() => service.close());

const post = async (path: string, body: object): Promise<JsonObject> => {
  const response = await service.post(path, { model: 'm', ...body });
  expect([response.status, response.headers.get('x-service-warning')]).toEqual([200, null]);
  return (await response.json()) as JsonObject;
};
const update = {
  type: 'configuration_update',
  reasoning: { effort: 'low' },
  text: { format: { type: 'json_schema', name: 'out', schema: { type: 'object' } } },
};
const settings = (): unknown => [model.requests.at(-1)?.reasoning, model.requests.at(-1)?.outputFormat.type];
const changed = [{ enabled: true, effort: 'low' }, 'json-schema'];

describe('a change of settings', () => {
  it('applies to a continued response as if the client had sent the full input', async () => {
    const first = await post('/v1/responses', { input: [update, { role: 'user', content: 'A' }] });
    expect(settings()).toEqual(changed);
    await post('/v1/responses', { input: 'B', previous_response_id: first['id'], reasoning: { effort: 'high' } });
    expect(settings()).toEqual(changed);
    expect(model.promptMessages()).toEqual(['user: A', 'assistant: One.', 'user: B']);
  });

  it('applies until the next change', async () => {
    const first = await post('/v1/responses', { input: [update, { role: 'user', content: 'A' }] });
    await post('/v1/responses', {
      input: [
        { type: 'configuration_update', reasoning: { effort: 'max' }, text: { format: { type: 'text' } } },
        { role: 'user', content: 'B' },
      ],
      previous_response_id: first['id'],
    });
    expect(settings()).toEqual([{ enabled: true, effort: 'max' }, 'text']);
  });

  it('applies as an item of a conversation', async () => {
    const { id } = await post('/v1/conversations', { model: undefined, items: [update] });
    await post('/v1/responses', { input: 'A', conversation: id });
    expect(settings()).toEqual(changed);
    expect(model.promptMessages()).toEqual(['user: A']);
  });

  it('applies in a thread and to a response that continues it', async () => {
    const thread = { max_tokens: 2000, thinking: { type: 'adaptive' } };
    const first = await post('/v1/messages', {
      ...thread,
      messages: [
        { role: 'user', content: 'A' },
        { role: 'system', content: 'Now quickly.', output_config: { effort: 'low' } },
      ],
      thread: { type: 'create' },
    });
    const second = await post('/v1/messages', {
      ...thread,
      messages: [{ role: 'user', content: 'B' }],
      thread: { type: 'continue', previous_message_id: first['id'] },
    });
    expect(settings()).toEqual([{ enabled: true, effort: 'low' }, 'text']);
    await post('/v1/responses', { input: 'C', previous_response_id: second['id'] });
    expect(settings()).toEqual([{ enabled: true, effort: 'low' }, 'text']);
  });
});
