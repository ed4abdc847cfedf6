// What the files take of memory that work without a connection reads: it counts as what requests bring does.
import { EngineError } from '@org/engine';
import { createScriptedModel } from '@org/engine/testing';
import { LimitSettings } from '#src/config/service-file.js';
import { eventually } from '../kit/eventually.js';
import { hangingModel, scriptedModel, textResponse } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';
import { uploadedId } from './upload.js';

const slow = hangingModel(textResponse('Hello.').slice(0, 3));
let asked = 0;
const busy = createScriptedModel({
  id: 'busy',
  script: () => ((asked += 1), [{ type: 'throw', error: new EngineError('overloaded', 'Busy.', { retryAfter: 60 }) }]),
});

let service: TestService;
let paper: string;
beforeAll(async () => {
  service = await startTestService({
    models: { m: scriptedModel(...textResponse('Hello.')), slow, busy },
    config: { limits: Object.assign(new LimitSettings(), { maxMemoryBytes: 12_000_000, maxQueueSeconds: 0 }) },
  });
  paper = await uploadedId(service, new Uint8Array(600_000), 'paper.pdf');
});
afterAll(() => service.close());

const post = async (path: string, body: object): Promise<string> =>
  ((await (await service.post(path, body)).json()) as { id: string }).id;
const cancel = async (path: string): Promise<void> => void (await (await service.post(`${path}/cancel`, {})).text());
const ofLarge = async (): Promise<number> => {
  const { status, body } = await service.post('/v1/messages', {
    model: 'm',
    max_tokens: 100,
    messages: [{ role: 'user', content: 'x'.repeat(550_000) }],
  });
  await body?.cancel();
  return status;
};

const response = async (model: string): Promise<string> =>
  `/v1/responses/${await post('/v1/responses', { model, background: true, input: [{ role: 'user', content: [{ type: 'input_file', file_id: paper }] }] })}`;
const batch = async (model: string): Promise<string> => {
  const params = {
    model,
    max_tokens: 50,
    messages: [{ role: 'user', content: [{ type: 'document', source: { type: 'file', file_id: paper } }] }],
  };
  return `/v1/messages/batches/${await post('/v1/messages/batches', { requests: [{ custom_id: 'a', params }] })}`;
};

describe('a file that a client downloads', () => {
  it('takes memory for two of its chunks until the client has read it or disconnects', async () => {
    const id = await uploadedId(service, new Uint8Array(30_000_000), 'large.pdf');
    const download = (): Promise<Response> =>
      fetch(`${service.url}/v1/files/${id}/content`, { headers: service.responsesHeaders });
    const unread = await Promise.all([download(), download(), download()]);
    expect(unread.map(({ status }) => status)).toEqual([200, 200, 200]);
    const surplus = await download();
    expect(surplus.status).toBe(503);
    await surplus.text();
    await Promise.all(unread.map(({ body }) => body?.cancel()));
    await eventually(async () => {
      const { status, body } = await download();
      await body?.cancel();
      return status === 200;
    });
  });
});

describe('a file that background work names', () => {
  it.each([
    ['response', response],
    ['batch', batch],
  ] as const)('takes memory of the request-body budget until the work is over: a %s', async (_, start) => {
    expect(await ofLarge()).toBe(200);
    const path = await start('slow');
    await eventually(async () => (await ofLarge()) === 529);
    await cancel(path);
    await eventually(async () => (await ofLarge()) === 200);
  });

  it.each([
    ['response', response],
    ['batch', batch],
  ] as const)('takes none while a busy model is waited for: a %s', async (_, start) => {
    const before = asked;
    const path = await start('busy');
    await eventually(() => asked > before);
    expect(await ofLarge()).toBe(200);
    await cancel(path);
  });
});
