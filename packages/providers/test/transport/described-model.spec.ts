import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createChatCompletionsModel } from '#src/chat-completions/chat-completions-model.js';
import type { LanguageModel } from '@org/engine';

describe('the ModelInfo of an upstream model', () => {
  let server: Server;
  let lists: number;
  let respond: (response: ServerResponse) => void;
  const languageModels: LanguageModel[] = [];

  beforeEach(async () => {
    lists = 0;
    server = createServer((_, response) => {
      lists += 1;
      respond(response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await Promise.all(languageModels.splice(0).map((languageModel) => languageModel.close()));
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  function modelFor(profile: 'vllm' | 'detect'): LanguageModel {
    const { port } = server.address() as AddressInfo;
    const languageModel = createChatCompletionsModel({
      id: 'm',
      baseUrl: `http://127.0.0.1:${port}/v1`,
      profile,
      retries: 0,
    });
    languageModels.push(languageModel);
    return languageModel;
  }

  const list = JSON.stringify({ data: [{ id: 'm', owned_by: 'vllm', max_model_len: 4096 }] });
  const silence = (): void => undefined;
  const moved = (milliseconds: number): void => {
    const later = performance.now() + milliseconds;
    jest.spyOn(performance, 'now').mockImplementation(() => later);
  };
  async function timed(work: Promise<unknown>): Promise<number> {
    const startedAt = process.hrtime.bigint();
    await work;
    return Number(process.hrtime.bigint() - startedAt) / 1e6;
  }

  it.each(['vllm', 'detect'] as const)(
    'does not wait for a silent upstream, except for a moment the first time (%s)',
    async (profile) => {
      respond = silence;
      const languageModel = modelFor(profile);
      expect(await timed(languageModel.modelInfo())).toBeLessThan(1500);
      await sleep(2100);
      moved(11_000);
      expect(await timed(languageModel.modelInfo())).toBeLessThan(300);
      expect(await languageModel.modelInfo()).toMatchObject({ id: 'm', ownedBy: 'upstream' });
    },
  );

  it('queries a failed upstream again after a while, in the background, and then knows the model', async () => {
    respond = (response) => response.writeHead(503).end();
    const languageModel = modelFor('vllm');
    await languageModel.modelInfo();
    await languageModel.modelInfo();
    expect(lists).toBe(1);
    respond = (response) => response.end(list);
    moved(11_000);
    for (let waits = 0; (await languageModel.modelInfo()).ownedBy !== 'vllm' && waits < 100; waits += 1)
      await sleep(50);
    expect(await languageModel.modelInfo()).toMatchObject({ contextLength: 4096, ownedBy: 'vllm' });
    expect(lists).toBe(2);
  });

  it('is known from the first query when the upstream responds', async () => {
    respond = (response) => response.end(list);
    const languageModel = modelFor('detect');
    expect(await languageModel.modelInfo()).toMatchObject({ contextLength: 4096, capabilities: { reasoning: true } });
  });
});
