// What becomes of background responses when the process that makes them goes away, gently or not.
import { setTimeout as pause } from 'node:timers/promises';
import { checkResponseStream, type ResponseStreamEvent } from '@org/protocol/responses';
import type { LanguageModel, Store } from '@org/engine';
import { STORE } from '#src/engine/tokens.js';
import { createBackground, eventsOf, framesOf, get, hasEnded, pollUntil } from '../kit/background.js';
import { hangingModel, scriptedModel, textResponse } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

const partial = textResponse('An answer that is cut.').slice(0, 4);
const createModel = (): LanguageModel => scriptedModel(...textResponse('Made again.'));
const background = { concurrency: 16, leaseMs: 1_500, heartbeatMs: 300, pollMs: 60, batchMs: 20, maxAttempts: 3 };
const shutdown = { announceMs: 0, graceMs: 50 };

let service: TestService;
let second: TestService | undefined;
afterEach(async () => {
  await second?.stop();
  await service.close();
  second = undefined;
});

const start = (m: LanguageModel, dataDir?: string): Promise<TestService> =>
  startTestService({ models: { m }, config: { background, shutdown }, ...(dataDir === undefined ? {} : { dataDir }) });

/** Waits until the model was asked. */
async function untilStarted({ started }: ReturnType<typeof hangingModel>): Promise<void> {
  for (const end = performance.now() + 15_000; started.length === 0; await pause(5)) {
    if (performance.now() > end) throw new Error('the model got no request');
  }
}

/** Simulates a crash: detaches the store from a running service and leaves only its lease. */
async function crash(crashed: TestService): Promise<void> {
  await crashed.app.get<Store>(STORE).close();
}

async function wellFormed(at: TestService, id: string): Promise<string> {
  const stream = await (await get(at, `${id}?stream=true`)).text();
  checkResponseStream(eventsOf(stream) as unknown as ResponseStreamEvent[]);
  return stream;
}

describe.each(['crash', 'gentle stop'] as const)('after a %s', (way) => {
  const end = (): Promise<void> => (way === 'crash' ? crash(service) : service.stop());

  it('reruns a response without output under the same id', async () => {
    const first = hangingModel();
    service = await start(first);
    const { id } = await createBackground(service);
    await untilStarted(first);
    expect(first.started).toHaveLength(1);
    await end();
    second = await start(createModel(), service.dataDir);
    expect(await pollUntil(second, id, hasEnded)).toMatchObject({
      status: 'completed',
      output: [{ content: [{ text: 'Made again.' }] }],
    });
    await wellFormed(second, id);
  });

  it('reruns a response that has started without output and sends in_progress once', async () => {
    service = await start(hangingModel(partial.slice(0, 1)));
    const { id } = await createBackground(service);
    await pollUntil(service, id, ({ status }) => status === 'in_progress');
    await new Promise((resolve) => setTimeout(resolve, 100));
    await end();
    second = await start(createModel(), service.dataDir);
    expect(await pollUntil(second, id, hasEnded)).toMatchObject({ status: 'completed' });
    const types = eventsOf(await wellFormed(second, id)).map(({ type }) => type);
    expect(types.filter((type) => type === 'response.in_progress')).toHaveLength(1);
  });

  it('fails a response with partial output, reports the reason and replays the output', async () => {
    service = await start(hangingModel(partial));
    const { id } = await createBackground(service);
    const leaving = new AbortController();
    const response = await fetch(`${service.url}/v1/responses/${id}?stream=true`, {
      headers: service.responsesHeaders,
      signal: leaving.signal,
    });
    let seen = '';
    for await (const chunk of response.body ?? []) {
      seen += Buffer.from(chunk).toString();
      if (framesOf(seen).filter((frame) => frame.includes('output_text.delta')).length === 2) break;
    }
    leaving.abort();
    await end();
    second = await start(createModel(), service.dataDir);
    const failed = await pollUntil(second, id, hasEnded);
    expect(failed).toMatchObject({
      status: 'failed',
      error: { code: 'server_error', message: expect.stringContaining('restarted') },
      output: [{ type: 'message', status: 'incomplete', content: [{ text: 'An answe' }] }],
      usage: { output_tokens: 2, estimated: true },
    });
    const complete = await wellFormed(second, id);
    expect(complete.startsWith(seen)).toBe(true);
    expect(eventsOf(complete).at(-1)?.['response']).toEqual(failed);
    // A restart is not a defect that an operator must investigate.
    const line = second.log.find(({ msg }) => msg === 'job');
    expect(line).toMatchObject({
      level: 40,
      jobId: id,
      error: 'internal',
      reason: expect.stringContaining('restarted, or lost its store'),
      outputTokens: 2,
      usageEstimated: true,
    });
    expect(line).not.toHaveProperty('err');
    // The log contains the output once, no matter which process produced it.
    const logged = way === 'crash' ? second.log : [...service.log, ...second.log];
    expect(logged.flatMap(({ msg, outputTokens }) => (msg === 'job' ? [outputTokens] : []))).toEqual(
      way === 'crash' ? [2] : [0, 2],
    );
  });
});

describe('a request that takes every process down', () => {
  it('is retried a limited number of times', async () => {
    let model = hangingModel();
    service = await start(model);
    const { id } = await createBackground(service);
    for (let attempt = 1; attempt <= background.maxAttempts; attempt++) {
      await untilStarted(model);
      await service.stop();
      model = hangingModel();
      service = await start(model, service.dataDir);
    }
    expect(await pollUntil(service, id, hasEnded)).toMatchObject({
      status: 'failed',
      error: { message: expect.stringContaining('3 times') },
    });
  });
});
