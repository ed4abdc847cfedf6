// Warnings of another instance of this service that a model runs at.
import { MessagesSettings } from '#src/config/providers/messages-settings.js';
import { ResponsesSettings } from '#src/config/providers/responses-settings.js';
import { scriptedModel, textResponse } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

let inner: TestService;
let outer: TestService;

beforeAll(async () => {
  inner = await startTestService({ models: { m: scriptedModel(...textResponse('Hello.')) } });
  const at = { baseUrl: inner.url, headers: { authorization: `Bearer ${inner.key}` }, model: 'm' };
  const messages = Object.assign(new MessagesSettings(), { kind: 'messages' as const, ...at });
  const responses = Object.assign(new ResponsesSettings(), { kind: 'responses' as const, ...at });
  outer = await startTestService({
    config: {
      models: [
        { name: 'over-messages', provider: messages },
        { name: 'over-responses', provider: responses },
      ],
    },
  });
});
afterAll(async () => {
  await outer.close();
  await inner.close();
});

async function warningsOf(path: string, body: object): Promise<string | null> {
  const response = await outer.post(path, body);
  await response.text();
  expect(response.status).toBe(200);
  return response.headers.get('x-service-warning');
}

describe.each([{ stream: false }, { stream: true }])(
  'warnings of an upstream instance reach the client: %j',
  (form) => {
    const message = { max_tokens: 50, messages: [{ role: 'user', content: 'Hi' }], ...form };
    const response = { input: 'Hi', ...form };

    it('by the field of a client of the same dialect', async () => {
      expect(
        await warningsOf('/v1/messages', {
          model: 'over-messages',
          ...message,
          tools: [{ type: 'web_search_20250305', name: 'web_search' }],
        }),
      ).toMatch(/^dropped tools\.0: [^]+/);
      expect(
        await warningsOf('/v1/responses', { model: 'over-responses', ...response, tools: [{ type: 'web_search' }] }),
      ).toMatch(/^dropped tools\.0: [^]+/);
    });

    it('once, and only when there are any', async () => {
      expect(await warningsOf('/v1/messages', { model: 'over-messages', ...message, moon: 1 })).toMatch(
        /^ignored moon: [^,]+$/,
      );
      expect(await warningsOf('/v1/responses', { model: 'over-responses', ...response, moon: 1 })).toMatch(
        /^ignored moon: [^,]+$/,
      );
      expect(await warningsOf('/v1/messages', { model: 'over-messages', ...message })).toBeNull();
      expect(await warningsOf('/v1/responses', { model: 'over-responses', ...response })).toBeNull();
    });
  },
);
