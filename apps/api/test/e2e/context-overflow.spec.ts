// A prompt that exceeds the model's context: the error code that triggers client compaction, before and after the
// response starts.
import { EngineError } from '@org/engine';
import OpenAI, { BadRequestError } from 'openai';
import { eventually } from '../kit/eventually.js';
import { openFrames } from '../kit/frames.js';
import { scriptedModel, textResponse } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

const message = 'prompt is too long: 9 tokens > 8 maximum';
const code = 'context_length_exceeded';
const overflow = { type: 'throw' as const, error: new EngineError('context-overflow', message) };
const input = 'A long story.';

let service: TestService;
let client: OpenAI;
beforeEach(async () => {
  service = await startTestService({
    models: { full: scriptedModel(overflow), later: scriptedModel(...textResponse('Hello').slice(0, 3), overflow) },
  });
  client = new OpenAI({ apiKey: service.key, baseURL: `${service.url}/v1`, maxRetries: 0 });
});
afterEach(() => service.close());

describe('A prompt that exceeds the context', () => {
  it.each([false, true])('is a 400 that the SDK raises under its code, with stream %s', async (stream) => {
    const thrown: unknown = await client.responses
      .create({ model: 'full', input, stream })
      .catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(BadRequestError);
    expect(thrown).toMatchObject({ status: 400, code, param: 'input', type: 'invalid_request_error' });
  });

  it('is an error frame with that status and code on a connection', async () => {
    const frames = await openFrames(service.url, service.responsesHeaders);
    expect(await frames.ask({ type: 'response.create', model: 'full', input, store: false })).toMatchObject({
      type: 'error',
      status: 400,
      error: { code, param: 'input' },
    });
    frames.socket.close();
  });

  it('returns and stores a failed response with the same code after the response has started', async () => {
    const ids: string[] = [];
    const stream = client.responses
      .stream({ model: 'later', input })
      .on('response.created', ({ response }) => ids.push(response.id));
    await expect(stream.finalResponse()).rejects.toMatchObject({ code, message });
    expect(await client.responses.retrieve(ids[0] ?? '')).toMatchObject({ status: 'failed', error: { code, message } });
  });

  it('is the same in the background', async () => {
    const { id } = await client.responses.create({ model: 'full', input, background: true });
    await eventually(async () => (await client.responses.retrieve(id)).status === 'failed');
    expect(await client.responses.retrieve(id)).toMatchObject({ error: { code, message } });
  });
});
