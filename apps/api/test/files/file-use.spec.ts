// Files that a request references, on their way to the model: through both dialects, to all kinds of upstreams.
import Anthropic from '@anthropic-ai/sdk';
import { createChatCompletionsModel } from '@org/providers';
import { type ScriptedUpstream, startScriptedUpstream } from '@org/providers/testing';
import OpenAI from 'openai';
import { createLanguageModel } from '#src/engine/create-language-model.js';
import { eventually } from '../kit/eventually.js';
import { openPolicy } from '../kit/open-policy.js';
import { otherKey, startTestService, type TestService } from '../kit/start-service.js';
import { startReplayUpstream, type ReplayUpstream } from '../same-dialect-upstreams/replay-upstream.js';
import { uploadedId } from './upload.js';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const pdf = Buffer.from('%PDF-1.4 of a test');
const dataUrl = `data:image/png;base64,${png.toString('base64')}`;
const never = 'file_00000000000000000000000000000';

let upstream: ScriptedUpstream;
let native: ReplayUpstream;
let service: TestService;
let openai: OpenAI;
let anthropic: Anthropic;
let picture: string;
let paper: string;
let notes: string;
let other: string;
beforeAll(async () => {
  upstream = await startScriptedUpstream();
  native = await startReplayUpstream();
  native.replay({ status: 400, document: { error: { message: 'no', type: 'invalid_request_error' } } });
  const payload = async (kind: 'messages' | 'responses') =>
    await createLanguageModel(
      { name: kind, provider: { kind, baseUrl: native.baseUrl, upstreamPolicy: openPolicy } },
      {},
    );
  service = await startTestService({
    models: {
      m: createChatCompletionsModel({ id: 'm', baseUrl: upstream.baseUrl, profile: 'openai' }),
      plain: createChatCompletionsModel({ id: 'plain', baseUrl: upstream.baseUrl, profile: 'generic' }),
      messages: await payload('messages'),
      responses: await payload('responses'),
    },
  });
  openai = new OpenAI({ apiKey: service.key, baseURL: `${service.url}/v1`, maxRetries: 0 });
  anthropic = new Anthropic({ apiKey: service.key, baseURL: service.url, maxRetries: 0 });
  [picture, paper, notes] = [
    await uploadedId(service, png, 'dot.png'),
    await uploadedId(service, pdf, 'paper.pdf'),
    await uploadedId(service, 'buy milk', 'notes.md'),
  ];
  other = await uploadedId(service, png, 'other.png', { authorization: `Bearer ${otherKey}` });
});
afterAll(async () => {
  await service.close();
  await upstream.close();
  await native.close();
});

const upstreamMessages = (): unknown => upstream.records.at(-1)?.body['messages'];
const sentBody = (): string => JSON.stringify(native.requests.at(-1)?.body);
const image = (id: string): OpenAI.Responses.ResponseInputImage => ({
  type: 'input_image',
  file_id: id,
  detail: 'auto',
  image_url: null,
});
const ask = (...content: OpenAI.Responses.ResponseInputContent[]): OpenAI.Responses.ResponseInput => [
  { role: 'user', content: [{ type: 'input_text', text: 'tokens=3' }, ...content] },
];
const askMessages = (...content: Anthropic.ContentBlockParam[]): Anthropic.MessageParam[] => [
  { role: 'user', content: [{ type: 'text', text: 'tokens=3' }, ...content] },
];
const pictureBlock = (id: string): Anthropic.ImageBlockParam => ({
  type: 'image',
  source: { type: 'file', file_id: id },
});
const documentBlock = (id: string): Anthropic.DocumentBlockParam => ({
  type: 'document',
  source: { type: 'file', file_id: id },
});

describe('a file that a request names', () => {
  const parts = [
    { type: 'text' },
    { type: 'image_url', image_url: { url: dataUrl } },
    {
      type: 'file',
      file: { filename: 'paper.pdf', file_data: `data:application/pdf;base64,${pdf.toString('base64')}` },
    },
    { type: 'text', text: 'notes.md:\nbuy milk' },
  ];

  it('reaches the model as its bytes, and as text where it is some, from the responses dialect', async () => {
    await openai.responses.create({
      model: 'm',
      input: ask(image(picture), { type: 'input_file', file_id: paper }, { type: 'input_file', file_id: notes }),
    });
    expect(upstreamMessages()).toMatchObject([{ content: parts }]);
  });

  it('does so from the messages dialect, streamed', async () => {
    await anthropic.messages
      .stream({
        model: 'm',
        max_tokens: 50,
        messages: askMessages(pictureBlock(picture), documentBlock(paper), documentBlock(notes)),
      })
      .finalMessage();
    expect(upstreamMessages()).toMatchObject([{ content: parts }]);
  });

  it('does so in what a tool gave back', async () => {
    const input: OpenAI.Responses.ResponseInput = [
      { role: 'user', content: 'tokens=3' },
      { type: 'function_call', call_id: 'c1', name: 'look', arguments: '{}' },
      { type: 'function_call_output', call_id: 'c1', output: [{ type: 'input_file', file_id: notes }] },
    ];
    await openai.responses.create({ model: 'm', input });
    expect(JSON.stringify(upstreamMessages())).toContain('buy milk');
  });

  it('does so in the background, and in a batch', async () => {
    const { id } = await openai.responses.create({ model: 'm', background: true, input: ask(image(picture)) });
    await eventually(async () => (await openai.responses.retrieve(id)).status === 'completed');
    expect(JSON.stringify(upstreamMessages())).toContain(dataUrl);
    const batch = await anthropic.messages.batches.create({
      requests: [
        { custom_id: 'a', params: { model: 'm', max_tokens: 50, messages: askMessages(documentBlock(notes)) } },
      ],
    });
    await eventually(async () => (await anthropic.messages.batches.retrieve(batch.id)).processing_status === 'ended');
    expect(JSON.stringify(upstreamMessages())).toContain('buy milk');
  });

  it('is reported with its path when unsupported, and the model receives a note that it is missing', async () => {
    const { response } = await openai.responses
      .create({ model: 'plain', input: ask(image(picture), { type: 'input_file', file_id: paper }) })
      .withResponse();
    expect(response.headers.get('x-service-warning')).toBe(
      'dropped input.0.content.2: The upstream does not support document input from this kind of source.',
    );
    expect(upstreamMessages()).toMatchObject([
      {
        content: [
          { type: 'text' },
          { type: 'image_url', image_url: { url: dataUrl } },
          { type: 'text', text: '[document paper.pdf: not available to the model]' },
        ],
      },
    ]);
  });

  it('is counted with its content', async () => {
    const count = async (id: string): Promise<number> =>
      (
        await anthropic.messages
          .countTokens({ model: 'm', messages: askMessages(documentBlock(id)) })
          .catch(() => ({ input_tokens: -1 }))
      ).input_tokens;
    const failure = await anthropic.messages
      .countTokens({ model: 'm', messages: askMessages(documentBlock(never)) })
      .catch((thrown: unknown) => String(thrown));
    expect(await count(notes)).not.toBe(0);
    expect(failure).toContain('messages.0.content.1.source.file_id: there is no file with this id.');
  });
});

describe('a file that cannot be had', () => {
  it.each(['/v1/responses', '/v1/messages'])(
    "gives the same error at %s for a missing file and for another owner's file, and names the field",
    async (path) => {
      const body = (id: string) =>
        path === '/v1/responses'
          ? { model: 'm', input: ask(image(id)) }
          : { model: 'm', max_tokens: 5, messages: askMessages(pictureBlock(id)) };
      const responses = await Promise.all(
        [other, never].map(async (id) => {
          const response = await service.post(path, body(id));
          return [response.status, (await response.text()).replace(/"request_id":"\w+"/, '')];
        }),
      );
      expect(responses[0]).toEqual(responses[1]);
      expect(responses[0]?.[0]).toBe(404);
      expect(responses[0]?.[1]).toContain(
        path === '/v1/responses'
          ? 'input.0.content.1.file_id: there is no file'
          : 'messages.0.content.1.source.file_id: there is no file',
      );
    },
  );

  it('is rejected as a type that it does not have', async () => {
    const failures = await Promise.all(
      [ask(image(paper)), ask({ type: 'input_file', file_id: picture })].map((input) =>
        openai.responses.create({ model: 'm', input }).catch((thrown: unknown) => String(thrown)),
      ),
    );
    expect(failures).toEqual([
      'Error: 400 input.0.content.1.file_id: the file must be an image.',
      'Error: 400 input.0.content.1.file_id: the file must be a document.',
    ]);
  });

  it('fails a background response with that error', async () => {
    const { id } = await openai.responses.create({ model: 'm', background: true, input: ask(image(never)) });
    await eventually(async () => (await openai.responses.retrieve(id)).status === 'failed');
    expect((await openai.responses.retrieve(id)).error?.message).toBe(
      'input.0.content.1.file_id: there is no file with this id.',
    );
  });
});

describe('a stored turn', () => {
  it('stores the id instead of the bytes; later turns read the file and name it once it is deleted', async () => {
    const id = await uploadedId(service, 'a canary in text', 'canary.txt');
    const first = await openai.responses.create({ model: 'm', input: ask({ type: 'input_file', file_id: id }) });
    const items = JSON.stringify((await openai.responses.inputItems.list(first.id)).data);
    expect([
      items.includes(id),
      items.includes('canary in'),
      items.includes(Buffer.from('a canary').toString('base64').slice(0, 8)),
    ]).toEqual([true, false, false]);
    await openai.responses.create({ model: 'm', previous_response_id: first.id, input: 'tokens=3' });
    expect(JSON.stringify(upstreamMessages())).toContain('a canary in text');
    await openai.files.delete(id);
    const thrown = await openai.responses
      .create({ model: 'm', previous_response_id: first.id, input: 'tokens=3' })
      .catch((error: unknown) => error);
    expect(thrown).toMatchObject({
      status: 404,
      message: `404 The file '${id}' of an earlier turn is no longer stored.`,
    });
  });
});

describe("an upstream of the client's own dialect", () => {
  it('gets our files as their bytes, and ids that are not known here as they are, in the messages dialect', async () => {
    const content = askMessages(
      pictureBlock(picture),
      documentBlock(notes),
      { ...documentBlock(paper), title: 'Paper' },
      documentBlock('file_of_the_upstream'),
    );
    await anthropic.messages.create({ model: 'messages', max_tokens: 5, messages: content }).catch(() => undefined);
    expect(JSON.parse(sentBody())).toMatchObject({
      messages: [
        {
          content: [
            { type: 'text' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png.toString('base64') } },
            {
              type: 'document',
              title: 'notes.md',
              source: { type: 'text', media_type: 'text/plain', data: 'buy milk' },
            },
            {
              type: 'document',
              title: 'Paper',
              source: { type: 'base64', media_type: 'application/pdf', data: pdf.toString('base64') },
            },
            { type: 'document', source: { type: 'file', file_id: 'file_of_the_upstream' } },
          ],
        },
      ],
    });
    expect(sentBody()).not.toContain(picture);
  });

  it('does so in the responses dialect, screenshots included', async () => {
    const input: OpenAI.Responses.ResponseInput = [
      ...ask(
        image(picture),
        { type: 'input_file', file_id: notes },
        { type: 'input_file', file_id: 'file-of-the-upstream' },
      ),
      {
        type: 'computer_call',
        id: 'cu_1',
        call_id: 'c1',
        action: { type: 'screenshot' },
        pending_safety_checks: [],
        status: 'completed',
      },
      { type: 'computer_call_output', call_id: 'c1', output: { type: 'computer_screenshot', file_id: picture } },
    ];
    await openai.responses.create({ model: 'responses', input }).catch(() => undefined);
    expect(JSON.parse(sentBody())).toMatchObject({
      input: [
        {
          content: [
            { type: 'input_text' },
            { type: 'input_image', image_url: dataUrl },
            {
              type: 'input_file',
              filename: 'notes.md',
              file_data: `data:text/markdown;base64,${Buffer.from('buy milk').toString('base64')}`,
            },
            { type: 'input_file', file_id: 'file-of-the-upstream' },
          ],
        },
        { type: 'computer_call' },
        { output: { type: 'computer_screenshot', image_url: dataUrl } },
      ],
    });
    expect(sentBody()).not.toContain(picture);
  });

  it('receives its own files for its container, but none of this service', async () => {
    const shellTool = (id: string): OpenAI.Responses.Tool[] => [
      { type: 'web_search' },
      { type: 'shell', environment: { type: 'container_auto', file_ids: ['file-of-the-upstream', id] } },
    ];
    const interpreter = (id: string): OpenAI.Responses.Tool[] => [
      { type: 'code_interpreter', container: { type: 'auto', file_ids: [id] } },
    ];
    const upload = (id: string): Anthropic.MessageParam[] =>
      askMessages({ type: 'container_upload', file_id: id } as unknown as Anthropic.ContentBlockParam);
    const asking = [
      [
        'messages.0.content.1.file_id',
        (id: string) => anthropic.messages.create({ model: 'messages', max_tokens: 5, messages: upload(id) }),
      ],
      [
        'tools.1.environment.file_ids.1',
        (id: string) => openai.responses.create({ model: 'responses', input: 'Hi', tools: shellTool(id) }),
      ],
      [
        'tools.0.container.file_ids.0',
        (id: string) => openai.responses.create({ model: 'responses', input: 'Hi', tools: interpreter(id) }),
      ],
    ] as const;
    for (const [path, send] of asking) {
      const before = native.requests.length;
      await expect(send(notes)).rejects.toMatchObject({
        status: 400,
        message: expect.stringContaining(`${path}: a container belongs to the upstream and cannot contain a file`),
      });
      expect(native.requests).toHaveLength(before);
      for (const id of ['file-of-the-upstream', other]) {
        await send(id).catch(() => undefined);
        expect(sentBody()).toContain(id);
      }
    }
  });

  it('and one of the other dialect receive files in their own format', async () => {
    await openai.responses
      .create({ model: 'messages', input: ask(image(picture), { type: 'input_file', file_id: notes }) })
      .catch(() => undefined);
    expect(sentBody()).toContain(
      JSON.stringify({ type: 'base64', media_type: 'image/png', data: png.toString('base64') }),
    );
    await anthropic.messages
      .create({ model: 'responses', max_tokens: 5, messages: askMessages(pictureBlock(picture), documentBlock(notes)) })
      .catch(() => undefined);
    expect(sentBody()).toContain(dataUrl);
    expect(sentBody()).toContain('buy milk');
  });
});
