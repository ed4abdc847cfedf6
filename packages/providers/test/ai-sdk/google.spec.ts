// The package of a hosted API with its own protocol, against a server with that API.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AiSdkModel } from '#src/ai-sdk/ai-sdk-model.js';
import { createAiSdkModel } from '#src/ai-sdk/create-ai-sdk-model.js';
import type { JsonObject } from '@org/engine';
import { buildRequest, checkGrammar, functionTool, message } from '@org/engine/testing';
import { delivered, run } from './fake-model.js';

let server: Server;
let languageModel: AiSdkModel;
const requests: { readonly path: string | undefined; readonly key: unknown; readonly body: JsonObject }[] = [];
let replies: readonly JsonObject[][];
beforeAll(async () => {
  server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      requests.push({
        path: request.url,
        key: request.headers['x-goog-api-key'],
        body: JSON.parse(text) as JsonObject,
      });
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const chunk of replies[requests.length - 1] ?? []) response.write(`data: ${JSON.stringify(chunk)}\n\n`);
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  languageModel = (await createAiSdkModel({
    id: 'gemini',
    package: '@ai-sdk/google',
    folders: [import.meta.dirname],
    model: 'gemini-2.5-pro',
    apiKey: 'key-of-google',
    hostedTools: [{ id: 'google.google_search' }],
    settings: { baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1beta` },
  })) as AiSdkModel;
});
afterAll(async () => {
  await languageModel.close();
  await new Promise((resolve) => server.close(resolve));
});

const chunk = (parts: readonly JsonObject[], more: JsonObject = {}): JsonObject => ({
  candidates: [{ content: { role: 'model', parts }, ...more }],
});
const usageMetadata = {
  promptTokenCount: 20,
  cachedContentTokenCount: 8,
  candidatesTokenCount: 5,
  thoughtsTokenCount: 4,
  totalTokenCount: 29,
};

it('responds with reasoning, a call and its signature, and receives the signature back with the result', async () => {
  replies = [
    [
      chunk([{ text: 'I should look.', thought: true }]),
      chunk([{ functionCall: { name: 'look', args: { at: 'sky' } }, thoughtSignature: 'UFJPT0Y=' }]),
      { ...chunk([], { finishReason: 'STOP' }), usageMetadata },
    ],
    [chunk([{ text: 'Blue.' }]), { ...chunk([{ text: ' Sky.' }], { finishReason: 'STOP' }), usageMetadata }],
  ];
  const tools = [functionTool('look', { at: { type: 'string' } })];
  const first = await run(
    languageModel,
    buildRequest([message('system', 'Be brief.'), message('user', 'What colour?')], {
      tools,
      limits: { maxOutputTokens: 50 },
    }),
  );
  checkGrammar(first.events);
  const { parts, end } = delivered(first);
  expect(parts).toMatchObject([
    { type: 'reasoning', text: 'I should look.' },
    { type: 'tool-call', name: 'look', argumentsText: '{"at":"sky"}' },
    { type: 'reasoning', text: '', signature: { signer: 'ai-sdk-ai-sdk-google', form: 'redacted' } },
  ]);
  expect(end).toMatchObject({
    finishReason: { unified: 'tool-calls', raw: 'STOP' },
    usage: { inputTokens: 20, outputTokens: 9, cachedInputTokens: 8, reasoningTokens: 4 },
  });
  const call = parts.find((part) => part.type === 'tool-call');
  const result = {
    type: 'tool-result',
    callId: call?.callId ?? '',
    kind: 'function',
    content: [{ type: 'text', text: 'blue' }],
  } as const;
  const second = await run(
    languageModel,
    buildRequest([message('user', 'What colour?'), { role: 'assistant', parts }, message('tool', result)], { tools }),
  );
  expect(delivered(second).parts).toMatchObject([{ type: 'text', text: 'Blue. Sky.' }]);
  const [asked, followUp] = requests;
  expect(asked).toMatchObject({
    path: '/v1beta/models/gemini-2.5-pro:streamGenerateContent?alt=sse',
    key: 'key-of-google',
    body: { generationConfig: { maxOutputTokens: 50 } },
  });
  expect(JSON.stringify(asked?.body['systemInstruction'])).toContain('Be brief.');
  expect(JSON.stringify(followUp?.body['contents'])).toContain('"thoughtSignature":"UFJPT0Y="');
  expect(JSON.stringify(followUp?.body['contents'])).toContain('"functionResponse"');
});

it('searches where enabled, and reports its sources as citations', async () => {
  const page = { web: { uri: 'https://weather.test/rome', title: 'Rome' } };
  replies = [
    ...replies,
    [
      {
        ...chunk([{ text: 'It is warm.' }], {
          finishReason: 'STOP',
          groundingMetadata: { webSearchQueries: ['rome'], groundingChunks: [page] },
        }),
        usageMetadata,
      },
    ],
  ];
  const { parts } = delivered(await run(languageModel, 'How warm is Rome?'));
  expect(requests.at(-1)?.body['tools']).toEqual([{ googleSearch: {} }]);
  expect(parts).toEqual([
    { type: 'text', text: 'It is warm.', citations: [{ url: 'https://weather.test/rome', title: 'Rome' }] },
  ]);
});

it.each([
  [
    'with it',
    [chunk([{ text: 'Blue.' }]), chunk([{ text: ' Sky.', thoughtSignature: 'VEVYVA==' }])],
    { text: 'Blue. Sky.', thoughtSignature: 'VEVYVA==' },
  ],
  [
    'after it',
    [chunk([{ text: 'Blue. Sky.' }]), chunk([{ text: '', thoughtSignature: 'VEVYVA==' }])],
    { text: 'Blue. Sky.', thoughtSignature: 'VEVYVA==' },
  ],
  [
    'with no text at all',
    [chunk([{ text: 'Hm.', thought: true }]), chunk([{ text: '', thoughtSignature: 'VEVYVA==' }])],
    { text: '', thoughtSignature: 'VEVYVA==' },
  ],
])('receives the signature of a text back that came %s', async (_, chunks, sent) => {
  const end = { ...chunk([], { finishReason: 'STOP' }), usageMetadata };
  const asked = requests.length;
  replies = [...Array.from({ length: asked }, () => []), [...chunks, end], [chunk([{ text: 'Yes.' }]), end]];
  const first = await run(languageModel, buildRequest('What colour?'));
  checkGrammar(first.events);
  const { parts } = delivered(first);
  expect(parts.at(-1)).toMatchObject({
    type: 'reasoning',
    text: '',
    signature: { signer: 'ai-sdk-ai-sdk-google', form: 'redacted' },
  });
  await run(
    languageModel,
    buildRequest([message('user', 'What colour?'), { role: 'assistant', parts }, message('user', 'Sure?')]),
  );
  const contents = requests[asked + 1]?.body['contents'] as {
    readonly role: string;
    readonly parts: readonly JsonObject[];
  }[];
  expect(contents.find(({ role }) => role === 'model')?.parts.at(-1)).toEqual(sent);
});

describe('a name that a client gives', () => {
  let open: AiSdkModel;
  beforeAll(async () => {
    const settings = { baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1beta` };
    open = (await createAiSdkModel({
      id: 'any',
      package: '@ai-sdk/google',
      folders: [import.meta.dirname],
      apiKey: 'key-of-google',
      settings,
    })) as AiSdkModel;
  });
  afterAll(() => open.close());

  it.each([
    'x/../../v1/files/secret?x=',
    'x/..',
    '../x',
    './x',
    '/x',
    'x//y',
    'x?alt=json&x=',
    'x#',
    'x\\..\\y',
    'x/.\t./y',
    'x/%2e%2e/y',
  ])('leads nowhere but to a model: %j', async (model) => {
    const before = requests.length;
    expect((await run(open, { ...buildRequest('hello'), model })).error).toMatchObject({
      code: 'unknown-model',
      param: 'model',
    });
    expect(requests).toHaveLength(before);
  });

  it.each([
    ['gemini-2.5-pro', '/v1beta/models/gemini-2.5-pro:'],
    ['tunedModels/my.model-1', '/v1beta/tunedModels/my.model-1:'],
    ['vendor/name:free@2', '/v1beta/vendor/name:free@2:'],
  ])('reaches the package as it is: %s', async (model, path) => {
    replies = [...requests.map(() => []), [chunk([{ text: 'Yes.' }], { finishReason: 'STOP' })]];
    delivered(await run(open, { ...buildRequest('hello'), model }));
    expect(requests.at(-1)?.path?.startsWith(path)).toBe(true);
  });
});
