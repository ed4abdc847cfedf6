// Whether a model reasons without a request for it.
import { recording, type Recording } from '../conversations/recording.js';
import { startTestService, type TestService } from '../kit/start-service.js';

let model: Recording;
let service: TestService;
beforeAll(async () => {
  model = recording(['Hello.']);
  service = await startTestService({ models: { m: model } });
});
afterAll(() => service.close());

const wished = async (path: string, body: object): Promise<unknown> => {
  const response = await service.post(path, { model: 'm', ...body });
  expect([response.status, response.headers.get('x-service-warning')]).toEqual([200, null]);
  return model.requests.at(-1)?.reasoning;
};

describe('reasoning', () => {
  const message = { max_tokens: 2000, messages: [{ role: 'user', content: 'Hi' }] };

  it('is off by default in the messages dialect without a warning', async () => {
    expect(await wished('/v1/messages', message)).toEqual({ enabled: false, implied: true });
    expect(await wished('/v1/messages', { ...message, thinking: { type: 'disabled' } })).toEqual({ enabled: false });
    expect(await wished('/v1/messages', { ...message, thinking: { type: 'enabled', budget_tokens: 1024 } })).toEqual({
      enabled: true,
      budgetTokens: 1024,
    });
    expect(await wished('/v1/messages', { ...message, output_config: { effort: 'low' } })).toEqual({
      enabled: true,
      effort: 'low',
    });
  });

  it('is the default of the model in the responses dialect', async () => {
    expect(await wished('/v1/responses', { input: 'Hi' })).toBeUndefined();
  });
});
