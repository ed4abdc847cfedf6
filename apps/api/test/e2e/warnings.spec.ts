// What of a request was not honoured is said wherever it is answered.
import { openFrames, type Frame } from '../kit/frames.js';
import { playing, textAnswer } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ models: { m: { ...playing(...textAnswer('Hello.')), countTokens: async () => 7 } } });
});
afterAll(() => service.close());

const messages = { model: 'm', max_tokens: 50, messages: [{ role: 'user', content: 'Hi' }] };
const responses = { model: 'm', input: 'Hi' };
const bodies: Readonly<Record<string, object>> = {
  '/v1/messages': messages,
  '/v1/messages/count_tokens': { model: 'm', messages: messages.messages },
  '/v1/responses': responses,
  '/v1/responses/input_tokens': responses,
};

async function warningsOf(path: string, more: object): Promise<string | null> {
  const answer = await service.post(path, { ...bodies[path], ...more });
  await answer.text();
  expect(answer.status).toBe(200);
  return answer.headers.get('x-service-warning');
}

const search = { tools: [{ type: 'web_search' }, { type: 'web_search', user_location: null }] };

describe.each(Object.keys(bodies))('an answer of POST %s', (path) => {
  const tools = path.includes('messages') ? { tools: [{ type: 'web_search_20250305', name: 'web_search' }] } : search;

  it('names what was not honoured in its header', async () => {
    expect(await warningsOf(path, tools)).toMatch(/^dropped tools\.0: /);
  });

  it('has no such header where there is nothing to name', async () => {
    expect(await warningsOf(path, {})).toBeNull();
  });
});

describe('an answer on a connection', () => {
  async function framesOf(more: object): Promise<readonly Frame[]> {
    const client = await openFrames(service.url, service.responsesHeaders);
    await client.ask({ type: 'response.create', ...responses, ...more });
    client.socket.terminate();
    return client.frames;
  }

  it('names it in its first event, in the words of the header, and nowhere else', async () => {
    const [first, ...others] = await framesOf(search);
    expect(first).toMatchObject({ type: 'response.created', sequence_number: 0 });
    expect(first?.['service_warnings']).toEqual((await warningsOf('/v1/responses', search))?.split(', ').filter((text) => text.startsWith('dropped')));
    expect(first?.['service_warnings']).toHaveLength(2);
    expect(others.some((frame) => 'service_warnings' in frame)).toBe(false);
  });

  it('is as ever where there is nothing to name', async () => {
    expect((await framesOf({})).some((frame) => 'service_warnings' in frame)).toBe(false);
  });
});
