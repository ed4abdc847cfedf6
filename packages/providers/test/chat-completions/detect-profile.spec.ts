import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createChatCompletionsModel } from '#src/chat-completions/chat-completions-model.js';
import { detectProfile } from '#src/chat-completions/detect-profile.js';
import type { ProfileName } from '#src/chat-completions/profiles/index.js';
import type { LanguageModel } from '@org/engine';
import { buildContext, buildRequest } from '@org/engine/testing';
import { run, until } from './live.js';

/** The cached hub models as `transformers serve` 5.18 lists them. */
const hubList =
  '{"object":"list","data":[{"owned_by":"acme","id":"acme/demo","object":"model","created":1795796924.2028522},{"owned_by":"","id":"gpt2","object":"model","created":1795796925.0}]}';
const listOf = (...owners: readonly unknown[]): string =>
  JSON.stringify({
    object: 'list',
    data: owners.map((owner, index) => ({ id: `model-${index}`, object: 'model', owned_by: owner })),
  });

describe('the list of models of an upstream', () => {
  it.each<[string, string, ProfileName]>([
    ['vLLM', listOf('vllm'), 'vllm'],
    ["vLLM's front end in Rust", listOf('vllm-frontend-rs'), 'vllm'],
    ['SGLang', listOf('sglang'), 'sglang'],
    ['llama.cpp', listOf('llamacpp'), 'llama-cpp'],
    ['Ollama', listOf('hf.co', 'library'), 'ollama'],
    ['transformers serve', hubList, 'transformers'],
    ['a gateway that derives owned_by from the names', hubList.replaceAll(/\.\d+/g, ''), 'generic'],
    [
      'a server that reports more about such models',
      hubList.replaceAll('"object":"model"', '"object":"model","root":null'),
      'generic',
    ],
    ['a server that names no server', listOf('me', null, 7), 'generic'],
    ['nobody', listOf(), 'generic'],
    ['a refusal', '', 'generic'],
    ['a page', '<html>', 'generic'],
    ['an odd document', '{"data":[null,3]}', 'generic'],
  ])('identifies %s', (_, list, name) => {
    expect(detectProfile('http://10.0.0.7:8000/v1', list)).toBe(name);
  });

  it('is not needed to know the hosted APIs, and does not make another of them', () => {
    expect(detectProfile('https://api.openai.com/v1', listOf('vllm'))).toBe('openai');
    expect(detectProfile('https://api.deepseek.com', listOf('deepseek'))).toBe('deepseek');
    expect(detectProfile('http://gateway/v1', listOf('openai', 'system', 'deepseek'))).toBe('generic');
    expect(detectProfile('https://api.deepseek.com.example/v1', listOf('deepseek'))).toBe('generic');
  });
});

describe('a language model that detects its upstream', () => {
  let server: Server;
  let lists: number;
  let respondToList: (response: ServerResponse) => void;
  let bodies: Record<string, unknown>[];
  const languageModels: LanguageModel[] = [];
  const detected: string[] = [];

  beforeEach(async () => {
    [lists, bodies] = [0, []];
    detected.length = 0;
    server = createServer((request, response) => {
      if (request.method === 'GET') {
        lists += 1;
        respondToList(response);
        return;
      }
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        bodies.push(JSON.parse(text) as Record<string, unknown>);
        if (request.url === '/tokenize') response.end('{"count":7}');
        else
          response.end(
            'data: {"choices":[{"index":0,"delta":{"content":"hi"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
          );
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    await Promise.all(languageModels.splice(0).map((languageModel) => languageModel.close()));
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  function detecting(): LanguageModel {
    const { port } = server.address() as AddressInfo;
    const languageModel = createChatCompletionsModel({
      id: 'm',
      baseUrl: `http://127.0.0.1:${port}/v1`,
      profile: 'detect',
      onDetect: (name) => detected.push(name),
      retries: 0,
    });
    languageModels.push(languageModel);
    return languageModel;
  }

  it('asks once, for the first of any requests, and then sends what the server supports', async () => {
    respondToList = (response) => response.end(listOf('vllm'));
    const languageModel = detecting();
    const outcomes = await Promise.all([run(languageModel), run(languageModel), run(languageModel)]);
    expect(outcomes.map(({ text }) => text)).toEqual(['hi', 'hi', 'hi']);
    expect([lists, detected]).toEqual([1, ['vllm']]);
    expect(bodies[0]).toMatchObject({ stream_options: { continuous_usage_stats: true } });
    expect(await languageModel.countTokens?.(buildRequest('hello'), buildContext())).toEqual({ inputTokens: 7 });
  });

  it('knows it before the first request when it was made ready', async () => {
    respondToList = (response) => response.end(listOf('sglang'));
    const languageModel = detecting();
    await languageModel.warmUp?.();
    expect(detected).toEqual(['sglang']);
    expect((await languageModel.modelInfo()).capabilities.reasoning).toBe(true);
  });

  it('treats a server that rejects detection as an unknown one, and cannot count tokens there', async () => {
    respondToList = (response) => response.writeHead(404).end();
    const languageModel = detecting();
    await expect(languageModel.countTokens?.(buildRequest('hello'), buildContext())).rejects.toMatchObject({
      code: 'unsupported',
    });
    expect(await run(languageModel)).toMatchObject({ text: 'hi' });
    expect([lists, detected]).toEqual([1, ['generic']]);
  });

  it('asks a server that has no models yet again when it may have some', async () => {
    respondToList = (response) => response.end(listOf());
    const languageModel = detecting();
    await run(languageModel);
    await run(languageModel);
    expect([lists, detected]).toEqual([1, ['generic']]);
    respondToList = (response) => response.end(listOf('library'));
    const later = performance.now() + 61_000;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => later);
    await run(languageModel);
    clock.mockRestore();
    expect([lists, detected]).toEqual([2, ['generic', 'ollama']]);
  });

  it('sends what every server supports while detection fails, and asks again later', async () => {
    respondToList = (response) => response.writeHead(503).end();
    const languageModel = detecting();
    expect(await run(languageModel)).toMatchObject({ text: 'hi' });
    expect(await run(languageModel)).toMatchObject({ text: 'hi' });
    expect(bodies.map((body) => body['stream_options'])).toEqual([{ include_usage: true }, { include_usage: true }]);
    expect([lists, detected]).toEqual([1, []]);
    respondToList = (response) => response.end(listOf('vllm'));
    const later = performance.now() + 11_000;
    const clock = jest.spyOn(performance, 'now').mockImplementation(() => later);
    await run(languageModel);
    clock.mockRestore();
    expect([lists, detected]).toEqual([2, ['vllm']]);
  });

  it('ends at once on an abort while the server is processing the detection', async () => {
    respondToList = () => undefined;
    const controller = new AbortController();
    const running = run(detecting(), 'hello', controller.signal);
    await until(() => lists === 1);
    controller.abort();
    expect((await running).error).toMatchObject({ code: 'cancelled' });
    expect(bodies).toEqual([]);
  });
});
