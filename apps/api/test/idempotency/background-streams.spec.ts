// A background response that is streamed under an idempotency key: it runs without a listener, and a repeated request
// follows it.
import { setTimeout as pause } from 'node:timers/promises';
import type { LanguageModel, Store } from '@org/engine';
import { createScriptedModel } from '@org/engine/testing';
import { STORE } from '#src/engine/tokens.js';
import { ActiveRequests } from '#src/request-context/active-requests.js';
import { eventsOf, framesOf, get, hasEnded, pollUntil } from '../kit/background.js';
import { closeServices } from '../kit/close-services.js';
import { eventually } from '../kit/eventually.js';
import { textResponse } from '../kit/scripts.js';
import { startTestService, type TestService, type TestServiceOptions } from '../kit/start-service.js';

const body = { model: 'm', input: 'Hi', background: true, stream: true };
const services: TestService[] = [];
afterEach(() => closeServices(services));

/** Creates a model that pauses within each response until `gate` resolves. */
function gated(): { languageModel: LanguageModel; gate: PromiseWithResolvers<void>; runs: () => number } {
  const gate = Promise.withResolvers<void>();
  const events = textResponse('Hello, whoever listens.');
  let runs = 0;
  const languageModel: LanguageModel = {
    ...createScriptedModel({ id: 'm', script: [] }),
    async *generate() {
      runs += 1;
      yield* events.slice(0, 3);
      await gate.promise;
      yield* events.slice(3);
    },
  };
  return { languageModel, gate, runs: () => runs };
}

async function serve(languageModel: LanguageModel, options: TestServiceOptions = {}): Promise<TestService> {
  const service = await startTestService({ models: { m: languageModel }, ...options });
  services.push(service);
  return service;
}

function send(service: TestService, signal?: AbortSignal, more: object = {}): Promise<Response> {
  return fetch(`${service.url}/v1/responses`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...service.responsesHeaders, 'idempotency-key': 'k1' },
    body: JSON.stringify({ ...body, ...more }),
    ...(signal === undefined ? {} : { signal }),
  });
}

/** Reads the id from the first event and returns it with the rest of the stream. */
async function startReading(result: Response): Promise<{ id: string; rest: Promise<string> }> {
  const reader = result.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) throw new Error('the response has no body');
  let text = '';
  const read = async (until: () => boolean): Promise<string> => {
    while (!until()) {
      const { done, value } = await reader.read();
      if (done) break;
      text += value;
    }
    return text;
  };
  await read(() => text.includes('\n\n'));
  const { response } = eventsOf(`${text.split('\n\n')[0]}\n\n`)[0] as unknown as { response: { id: string } };
  return { id: response.id, rest: read(() => false) };
}

/** How many watch turns of the store. */
function watchersOf(store: Store): () => number {
  const { watchTurn } = store;
  let watching = 0;
  store.watchTurn = async (...values) => {
    const unwatch = await watchTurn(...values);
    watching += 1;
    return () => {
      watching -= 1;
      unwatch();
    };
  };
  return () => watching;
}

describe('a background response that is streamed under an idempotency key', () => {
  it('is not followed for a disconnected client', async () => {
    const { languageModel, gate } = gated();
    const service = await serve(languageModel);
    const watching = watchersOf(service.app.get<Store>(STORE));
    const disconnected = new AbortController();
    const { rest } = await startReading(await send(service, disconnected.signal));
    await eventually(() => watching() === 2);
    disconnected.abort();
    await expect(rest).rejects.toThrow('aborted');
    // The worker that generates it watches it, too.
    await eventually(() => watching() === 1);
    await eventually(() => service.app.get(ActiveRequests).count === 0);
    gate.resolve();
    expect(watching()).toBe(1);
  });

  it('is not followed for a client that disconnected while it was stored', async () => {
    const { languageModel, gate, runs } = gated();
    const service = await serve(languageModel);
    const store = service.app.get<Store>(STORE);
    const watching = watchersOf(store);
    const { putTurn } = store;
    const stored = Promise.withResolvers<void>();
    let keeping = false;
    store.putTurn = async (...values) => {
      keeping = true;
      await stored.promise;
      return await putTurn(...values);
    };
    const disconnected = new AbortController();
    const result = send(service, disconnected.signal);
    await eventually(() => keeping);
    disconnected.abort();
    await expect(result).rejects.toThrow('aborted');
    await pause(200);
    stored.resolve();
    await eventually(() => runs() === 1 && service.app.get(ActiveRequests).count === 0);
    await pause(200);
    await eventually(() => watching() === 1);
    gate.resolve();
    expect(watching()).toBe(1);
  });

  it('is followed from its first byte by a repeated request while it is still generated', async () => {
    const { languageModel, gate, runs } = gated();
    const service = await serve(languageModel);
    const first = await send(service);
    const [one, again] = [await startReading(first), await send(service)];
    expect([again.status, again.headers.get('content-type'), again.headers.get('idempotent-replayed')]).toEqual([
      200,
      first.headers.get('content-type'),
      'true',
    ]);
    const two = await startReading(again);
    gate.resolve();
    expect(framesOf(await two.rest)).toEqual(framesOf(await one.rest));
    expect([two.id, runs()]).toEqual([one.id, 1]);
    expect(eventsOf(await (await send(service)).text()).at(-1)?.type).toBe('response.completed');
  });

  it('stays one response when its service stops midway and the client asks another one', async () => {
    const { languageModel, gate, runs } = gated();
    const one = await serve(languageModel);
    const two = await serve(languageModel, { dataDir: one.dataDir });
    const stream = await startReading(await send(one));
    const stopping = one.stop();
    const again = await startReading(await send(two));
    gate.resolve();
    await stopping;
    await Promise.all([stream.rest.catch(() => undefined), again.rest]);
    expect(again.id).toBe(stream.id);
    expect(runs()).toBe(1);
  });

  it('may run longer than a request with a key, because it does not depend on the request', async () => {
    const { languageModel, gate } = gated();
    const idempotency = { hours: 24, leaseSeconds: 0.2, waitSeconds: 30, maxResponseBytes: 8_388_608 };
    const service = await serve(languageModel, { config: { idempotency } });
    const { rest } = await startReading(await send(service));
    await new Promise((resolve) => setTimeout(resolve, 400));
    gate.resolve();
    expect(eventsOf(await rest).at(-1)?.type).toBe('response.completed');
  });

  it('repeats its warnings and releases its key after deletion', async () => {
    const { languageModel, gate } = gated();
    gate.resolve();
    const service = await serve(languageModel);
    const responses = [
      await send(service, undefined, { colour: 'red' }),
      await send(service, undefined, { colour: 'red' }),
    ];
    const texts = await Promise.all(responses.map((result) => result.text()));
    expect(responses.map(({ headers }) => headers.get('x-service-warning'))).toEqual(
      responses.map(() => expect.stringMatching(/^ignored colour: /)),
    );
    expect(framesOf(texts[1] ?? '')).toEqual(framesOf(texts[0] ?? ''));
    const { response } = eventsOf(texts[0] ?? '')[0] as unknown as { response: { id: string } };
    await pollUntil(service, response.id, hasEnded);
    await fetch(`${service.url}/v1/responses/${response.id}`, { method: 'DELETE', headers: service.responsesHeaders });
    expect((await get(service, response.id)).status).toBe(404);
    expect((await send(service, undefined, { colour: 'red' })).status).toBe(404);
  });
});
