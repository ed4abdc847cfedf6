import { createServer } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { emptyUsage, type GenerationEvent, type LanguageModel } from '@org/engine';
import { ActiveRequests } from '#src/request-context/active-requests.js';
import { StalledReaders, maxStalledChecks } from '#src/http/reply/stalled-readers.js';
import { eventually } from '../kit/eventually.js';
import { openPost } from '../kit/raw-request.js';
import { scriptedModel } from '../kit/scripts.js';
import { startTestService, type TestService } from '../kit/start-service.js';

const chunk = 'x'.repeat(1000);

interface Endless extends LanguageModel {
  emitted: number;
  /** Whether the model was aborted. */
  ended: boolean;
}

/** Creates a model that emits `chunk` endlessly, as fast as it is read, and counts the chunks. */
function endless(): Endless {
  const inner = scriptedModel();
  const languageModel = {
    emitted: 0,
    ended: false,
    modelInfo: () => inner.modelInfo(),
    close: () => inner.close(),
    async *generate(): AsyncGenerator<GenerationEvent> {
      yield { type: 'generation-start', model: 'm', usage: emptyUsage, warnings: [] };
      yield { type: 'part-start', index: 0, part: { type: 'text', text: '' } };
      try {
        for (;;) {
          languageModel.emitted++;
          // Yields to the event loop: without backpressure this test must fail, not hang.
          if (languageModel.emitted % 50 === 0) await setImmediate();
          yield { type: 'part-delta', index: 0, delta: { type: 'text', text: chunk } };
        }
      } finally {
        languageModel.ended = true;
      }
    },
  };
  return languageModel;
}

let service: TestService;
afterEach(() => service.close());

/** Returns a client that requests a stream and reads nothing, once its buffers are full. */
async function stalled(languageModel: Endless, url = service.url): Promise<Socket> {
  const socket = openPost(url, '/v1/messages', service.messagesHeaders, {
    model: 'm',
    max_tokens: 9,
    stream: true,
    messages: [{ role: 'user', content: 'Hi' }],
  });
  socket.pause();
  let before = -1;
  await eventually(() => {
    const still = languageModel.emitted > 0 && languageModel.emitted === before;
    before = languageModel.emitted;
    return still;
  });
  return socket;
}

describe('a client that does not read', () => {
  it('applies backpressure to the model and needs little buffer memory', async () => {
    const languageModel = endless();
    service = await startTestService({ models: { m: languageModel } });
    const socket = await stalled(languageModel);
    const { emitted } = languageModel;
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(languageModel.emitted).toBe(emitted);
    socket.destroy();
  });

  it('releases the model when its response must end', async () => {
    const languageModel = endless();
    service = await startTestService({ models: { m: languageModel } });
    const socket = await stalled(languageModel);
    expect(languageModel.ended).toBe(false);
    service.app.get(ActiveRequests).abortAll();
    await eventually(() => languageModel.ended);
    socket.destroy();
  });

  it('is disconnected eventually and all memory of its response is freed', async () => {
    const languageModel = endless();
    service = await startTestService({ models: { m: languageModel } });
    await stalled(languageModel);
    const open = service.app.get(ActiveRequests);
    expect([languageModel.ended, open.count]).toEqual([false, 1]);
    for (let look = 0; look < maxStalledChecks; look++) service.app.get(StalledReaders).check();
    await eventually(() => languageModel.ended && open.count === 0);
    expect(service.log.find(({ msg }) => msg === 'request')).toMatchObject({ clientAbort: true });
  });

  it('is disconnected on the second address of a host, too', async () => {
    const languageModel = endless();
    service = await startTestService({ models: { m: languageModel } });
    // Fastify makes a server for every further address of `localhost`, and routes its requests so.
    const second = createServer((request, response) =>
      service.app.getHttpAdapter().getInstance().routing(request, response),
    );
    await new Promise<void>((resolve) => second.listen(0, '127.0.0.1', resolve));
    await stalled(languageModel, `http://127.0.0.1:${(second.address() as AddressInfo).port}`);
    for (let look = 0; look < maxStalledChecks; look++) service.app.get(StalledReaders).check();
    await eventually(() => languageModel.ended && service.app.get(ActiveRequests).count === 0);
    expect(service.log.find(({ msg }) => msg === 'request')).toMatchObject({ clientAbort: true });
    second.close();
  });

  it('continues when it reads again', async () => {
    const languageModel = endless();
    service = await startTestService({ models: { m: languageModel } });
    const socket = openPost(service.url, '/v1/messages', service.messagesHeaders, {
      model: 'm',
      max_tokens: 9,
      stream: true,
      messages: [{ role: 'user', content: 'Hi' }],
    });
    socket.pause();
    await new Promise((resolve) => setTimeout(resolve, 300));
    const { emitted } = languageModel;
    let received = 0;
    socket.on('data', (data) => (received += data.length));
    socket.resume();
    await eventually(() => received > 10_000_000);
    expect(languageModel.emitted).toBeGreaterThan(emitted);
    socket.destroy();
  });
});
