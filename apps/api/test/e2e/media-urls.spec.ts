// URLs of pictures and files that the service fetches itself, through both dialects, over real sockets.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Anthropic from '@anthropic-ai/sdk';
import { EngineError, type LanguageModel } from '@org/engine';
import { defaultFetchSettings } from '@org/hosted-tools';
import { createChatCompletionsModel } from '@org/providers';
import { type ScriptedUpstream, startScriptedUpstream } from '@org/providers/testing';
import OpenAI from 'openai';
import { eventually } from '../kit/eventually.js';
import { startTestService, type TestService } from '../kit/start-service.js';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const dataUrl = `data:image/png;base64,${png.toString('base64')}`;

let upstream: ScriptedUpstream;
let site: Server;
let asked: string[];
let alive: boolean;
let fetching: TestService;
let passing: TestService;
let picture: string;
let inside: string;

beforeAll(async () => {
  upstream = await startScriptedUpstream();
  site = createServer((request, response) => {
    asked.push(request.url ?? '');
    if (!alive || request.url === '/gone') response.writeHead(404).end('SECRET OF THE INSIDE');
    else if (request.url === '/notes') response.end('buy milk');
    else if (request.url?.startsWith('/private') === true) response.writeHead(302, { location: inside }).end();
    else response.end(png);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  const { port } = site.address() as AddressInfo;
  picture = `http://127.0.0.1:${port}/picture-of-a-canary?token=SECRET`;
  inside = `http://127.0.0.2:${port}/`;
  const model = createChatCompletionsModel({ id: 'm', baseUrl: upstream.baseUrl });
  const busyOnce: LanguageModel = {
    modelInfo: () => model.modelInfo(),
    close: () => model.close(),
    async *generate(request, context) {
      if (alive) {
        alive = false;
        throw new EngineError('rate-limited', 'Busy.');
      }
      yield* model.generate(request, context);
    },
  };
  const models = { m: model, 'busy-once': busyOnce };
  fetching = await startTestService({
    models,
    config: { media: { ...defaultFetchSettings, ports: [port], timeoutMs: 3000, maxPerRequest: 2 } },
    network: { policy: (address) => address === '127.0.0.1' },
  });
  passing = await startTestService({
    models: { m: createChatCompletionsModel({ id: 'm', baseUrl: upstream.baseUrl }) },
  });
});
afterAll(async () => {
  await fetching.close();
  await passing.close();
  await upstream.close();
  await new Promise((resolve) => site.close(resolve));
});
beforeEach(() => {
  asked = [];
  alive = true;
});

const openai = (service = fetching): OpenAI =>
  new OpenAI({ apiKey: service.key, baseURL: `${service.url}/v1`, maxRetries: 0 });
const anthropic = (): Anthropic => new Anthropic({ apiKey: fetching.key, baseURL: fetching.url, maxRetries: 0 });
const image = (url: string) => ({ type: 'input_image' as const, image_url: url, detail: 'auto' as const });
const ask = (...content: OpenAI.Responses.ResponseInputContent[]): OpenAI.Responses.ResponseInput => [
  { role: 'user', content: [{ type: 'input_text', text: 'tokens=3' }, ...content] },
];
const upstreamMessages = (): unknown => upstream.records.at(-1)?.body['messages'];

describe('a URL in a request', () => {
  it('reaches the model as bytes from the responses dialect', async () => {
    await openai().responses.create({
      model: 'm',
      input: ask(image(picture), {
        type: 'input_file',
        file_url: picture.replace(/picture.*/, 'notes'),
        filename: 'notes.txt',
      }),
    });
    expect(upstreamMessages()).toMatchObject([
      {
        content: [
          { type: 'text' },
          { type: 'image_url', image_url: { url: dataUrl } },
          { type: 'text', text: 'notes.txt:\nbuy milk' },
        ],
      },
    ]);
  });

  it('is fetched once for a background response that waits for its model, even if the URL no longer exists', async () => {
    const { id } = await openai().responses.create({
      model: 'busy-once',
      background: true,
      input: ask(image(picture)),
    });
    await eventually(async () => (await openai().responses.retrieve(id)).status === 'completed');
    expect(upstreamMessages()).toMatchObject([
      { content: [{ type: 'text' }, { type: 'image_url', image_url: { url: dataUrl } }] },
    ]);
    expect(asked).toHaveLength(1);
  });

  it('is fetched once for a request of a batch that waits for its model', async () => {
    const content = [
      { type: 'text' as const, text: 'tokens=3' },
      { type: 'image' as const, source: { type: 'url' as const, url: picture } },
    ];
    const { id } = await anthropic().messages.batches.create({
      requests: [
        { custom_id: 'a', params: { model: 'busy-once', max_tokens: 50, messages: [{ role: 'user', content }] } },
      ],
    });
    await eventually(async () => (await anthropic().messages.batches.retrieve(id)).processing_status === 'ended');
    expect((await anthropic().messages.batches.retrieve(id)).request_counts).toMatchObject({ succeeded: 1 });
    expect(asked).toHaveLength(1);
  });

  it('reaches the model as bytes from the messages dialect, streamed', async () => {
    const stream = anthropic().messages.stream({
      model: 'm',
      max_tokens: 50,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'tokens=3' },
            { type: 'image', source: { type: 'url', url: picture } },
          ],
        },
      ],
    });
    expect((await stream.finalMessage()).stop_reason).toBe('end_turn');
    expect(upstreamMessages()).toMatchObject([
      { content: [{ type: 'text' }, { type: 'image_url', image_url: { url: dataUrl } }] },
    ]);
  });

  it('is forwarded unchanged where fetching is disabled', async () => {
    await openai(passing).responses.create({ model: 'm', input: ask(image(picture)) });
    expect(upstreamMessages()).toMatchObject([
      { content: [{ type: 'text' }, { type: 'image_url', image_url: { url: picture } }] },
    ]);
    expect(asked).toEqual([]);
  });

  it('is stored instead of its bytes; a later turn omits it when it no longer exists', async () => {
    const client = openai();
    const first = await client.responses.create({ model: 'm', input: ask(image(picture)) });
    const items = await client.responses.inputItems.list(first.id);
    expect(JSON.stringify(items.data)).toContain(JSON.stringify(picture));
    expect(JSON.stringify(items.data)).not.toContain(png.toString('base64'));
    await client.responses.create({ model: 'm', previous_response_id: first.id, input: 'tokens=3' });
    expect(JSON.stringify(upstreamMessages())).toContain(dataUrl);
    alive = false;
    const { response } = await client.responses
      .create({ model: 'm', previous_response_id: first.id, input: 'tokens=3' })
      .withResponse();
    expect(JSON.stringify(upstreamMessages())).toContain('[image: not available to the model]');
    expect(response.headers.get('x-service-warning')).toContain('could not fetch');
  });
});

describe('a URL that may not be fetched is a 400 that names the field', () => {
  it.each([
    ['that leads inside', () => inside],
    ['that redirects to the inside', () => picture.replace(/picture.*/, 'private')],
    ['that no longer exists', () => picture.replace(/picture.*/, 'gone')],
  ])('%s, in the responses dialect', async (_, url) => {
    const { error, status } = (await openai()
      .responses.create({ model: 'm', input: ask(image(picture), image(url())) })
      .catch((thrown: unknown) => thrown)) as { error: Record<string, unknown>; status: number };
    expect(status).toBe(400);
    expect(error).toMatchObject({ type: 'invalid_request_error', param: 'input.0.content.2.image_url' });
    expect(error['message']).toBe(
      'input.0.content.2.image_url: the URL could not be fetched: a public address must respond with status 200 within 3 seconds, after at most 3 redirects, uncompressed.',
    );
  });

  it('in the messages dialect, before a stream starts', async () => {
    const reply = await fetching.post('/v1/messages', {
      model: 'm',
      max_tokens: 5,
      stream: true,
      messages: [{ role: 'user', content: [{ type: 'image', source: { type: 'url', url: inside } }] }],
    });
    expect(reply.status).toBe(400);
    expect(await reply.json()).toMatchObject({
      error: {
        type: 'invalid_request_error',
        message: expect.stringMatching(/^messages\.0\.content\.0\.source\.url: the URL could not/),
      },
    });
  });

  it('when there are too many', async () => {
    const failure = await openai()
      .responses.create({ model: 'm', input: ask(...[1, 2, 3].map((n) => image(`${picture}&n=${n}`))) })
      .catch((thrown: unknown) => thrown);
    expect(String(failure)).toContain('at most 2 URLs to fetch');
    expect(asked).toEqual([]);
  });

  it('in the background, where the response fails with that error', async () => {
    const client = openai();
    const { id } = await client.responses.create({ model: 'm', background: true, input: ask(image(inside)) });
    let response = await client.responses.retrieve(id);
    for (
      let tries = 0;
      tries < 200 && (response.status === 'queued' || response.status === 'in_progress');
      tries += 1
    ) {
      await new Promise((resolve) => setTimeout(resolve, 25));
      response = await client.responses.retrieve(id);
    }
    expect(response.status).toBe('failed');
    expect(response.error?.message).toContain('input.0.content.1.image_url');
  });
});

it('the log contains only hosts and outcomes of URLs', () => {
  const lines = fetching.log.filter(({ media }) => media !== undefined);
  expect(lines.map(({ media }) => media)).toContainEqual({ host: '127.0.0.1', outcome: 'fetched' });
  expect(lines.map(({ media }) => media)).toContainEqual({ host: '127.0.0.2', outcome: 'failed' });
  expect(JSON.stringify(fetching.log)).not.toMatch(/canary|SECRET/);
});
