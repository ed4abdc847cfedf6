// The service requests a response that no client reads before its end as non-streaming, if it is short.
import { capabilityProfiles, type ProfileName } from '#src/chat-completions/profiles/index.js';
import { createChatCompletionsModel } from '#src/chat-completions/chat-completions-model.js';
import { PendingChatCompletion } from '#src/chat-completions/pending-chat-completion.js';
import { CapabilityCache } from '#src/compat/capability-cache.js';
import type { GenerationRequest } from '@org/engine';
import { buildContext, buildRequest, readAll } from '@org/engine/testing';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const short = { limits: { maxOutputTokens: 1024 } };

function bodyOf(
  overrides: Partial<GenerationRequest>,
  nonStreaming: boolean,
  profile: ProfileName = 'generic',
): Record<string, unknown> {
  const pending = new PendingChatCompletion(
    buildRequest('hi', overrides),
    buildContext({ nonStreaming }),
    { model: 'm', profile: capabilityProfiles[profile], signer: 'chat-test' },
    new CapabilityCache(),
  );
  return JSON.parse(JSON.stringify(pending.body())) as Record<string, unknown>;
}

describe('a non-streaming response', () => {
  it('is requested as non-streaming when it is short', () => {
    expect(bodyOf(short, true)).toEqual({ model: 'm', messages: [{ role: 'user', content: 'hi' }], max_tokens: 1024 });
  });

  it.each([
    ['it may be long, so that an upstream that falls silent is noticed', { limits: { maxOutputTokens: 1025 } }],
    ['its maximum length is unknown', {}],
    ['it is to end at a sequence that only we look for', { ...short, stopSequences: ['a', 'b', 'c', 'd', 'e'] }],
  ])('is streamed all the same when %s', (_, overrides) => {
    expect(bodyOf(overrides, true)).toMatchObject({ stream: true, stream_options: { include_usage: true } });
  });
});

it('a response of an upstream that would not stop after a disconnect is streamed however short it is', () => {
  expect(bodyOf(short, true, 'llama-cpp')).toMatchObject({ stream: true });
});

it('a response that the client streams is streamed however short it is', () => {
  expect(bodyOf(short, false)).toMatchObject({ stream: true });
});

describe('an upstream', () => {
  let server: Server;
  let contentType: string;
  const asked: { accept: string | undefined; stream: unknown }[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      let text = '';
      request.on('data', (chunk) => (text += String(chunk)));
      request.on('end', () => {
        asked.push({ accept: request.headers.accept, stream: (JSON.parse(text) as { stream?: unknown }).stream });
        const choices = [{ index: 0, message: { role: 'assistant', content: 'Whole.' }, finish_reason: 'stop' }];
        response
          .setHeader('content-type', contentType)
          .end(JSON.stringify({ choices, usage: { prompt_tokens: 3, completion_tokens: 2 } }));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it.each(['application/json', 'Application/JSON; charset=utf-8'])(
    'responds to such a request with one document, %s, which becomes the same events as a stream',
    async (declaredType) => {
      contentType = declaredType;
      asked.length = 0;
      const { port } = server.address() as AddressInfo;
      const languageModel = createChatCompletionsModel({ id: 'm', baseUrl: `http://127.0.0.1:${port}/v1` });
      const { events, result } = await readAll(
        languageModel.generate(buildRequest('hi', short), buildContext({ nonStreaming: true })),
      );
      await languageModel.close();
      expect(asked).toEqual([{ accept: 'application/json', stream: undefined }]);
      expect(events.map(({ type }) => type)).toEqual([
        'generation-start',
        'part-start',
        'part-delta',
        'part-end',
        'generation-end',
      ]);
      expect(result).toMatchObject({
        parts: [{ type: 'text', text: 'Whole.' }],
        finishReason: { unified: 'stop' },
        usage: { inputTokens: 3, outputTokens: 2 },
      });
    },
  );
});
