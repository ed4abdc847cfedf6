import { buildContext, buildRequest } from '@org/engine/testing';
import { run, startSilentServer, until, useLive } from './live.js';

const live = useLive();

/** Aborts a run that nothing else can end during the test, and returns its error. */
async function abort(started: ReturnType<typeof run>, controller: AbortController): Promise<unknown> {
  controller.abort();
  return (await started).error;
}

/** Makes the upstream start every response at once and end none before `goOn`. */
function holdResponses(): { readonly goOn: () => void } {
  const { promise, resolve: goOn } = Promise.withResolvers<void>();
  live.upstream.play(async (call) => {
    call.delta({ content: 'half' });
    await promise;
    call.delta({ content: ' done' });
    call.finish();
  });
  return { goOn };
}

describe('an abort', () => {
  it('of a run that waits for a connection ends the run at once without an upstream request', async () => {
    const languageModel = live.languageModel({ maxConnections: 1 });
    const { goOn } = holdResponses();
    const first = run(languageModel);
    await until(() => live.upstream.open === 1);
    const before = live.count;
    const controller = new AbortController();
    const waiting = run(languageModel, 'never sent', controller.signal);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await abort(waiting, controller)).toMatchObject({ code: 'cancelled' });
    goOn();
    expect(await first).toMatchObject({ error: undefined });
    expect(await run(languageModel, 'next')).toMatchObject({ error: undefined });
    expect(live.upstream.records.slice(before).map(({ body }) => JSON.stringify(body['messages']))).toEqual([
      expect.stringContaining('next'),
    ]);
  });

  it('while connecting ends the run at once', async () => {
    const silent = await startSilentServer();
    const languageModel = live.languageModel({ baseUrl: silent.baseUrl, timeouts: { connect: 600_000 } });
    const controller = new AbortController();
    const connecting = run(languageModel, 'hello', controller.signal);
    await until(() => silent.sockets.size === 1);
    expect(await abort(connecting, controller)).toMatchObject({ code: 'cancelled' });
    await languageModel.close();
    await until(() => silent.sockets.size === 0);
    await silent.close();
  });

  it.each([
    ['before headers', 'wait=600000', 0],
    ['in the middle of the body', 'tokens=2 gap=600000', 3],
  ])('%s reaches the upstream, which sends nothing more', async (_, prompt, chunks) => {
    const languageModel = live.languageModel();
    const controller = new AbortController();
    const events: unknown[] = [];
    const before = live.count;
    const reading = (async () => {
      for await (const event of languageModel.generate(
        buildRequest(prompt),
        buildContext({ signal: controller.signal }),
      ))
        events.push(event);
    })();
    await until(() => live.count === before + 1 && events.length >= chunks);
    const record = live.upstream.records[before];
    controller.abort();
    await expect(reading).rejects.toMatchObject({ code: 'cancelled' });
    await until(() => record?.abortedAt !== undefined);
  });

  it('reaches the upstream also when the reader never asks again', async () => {
    const controller = new AbortController();
    const before = live.count;
    const stream = live
      .languageModel()
      .generate(buildRequest('tokens=2 gap=600000'), buildContext({ signal: controller.signal }))
      [Symbol.asyncIterator]();
    await stream.next();
    controller.abort();
    await until(() => live.upstream.records[before]?.abortedAt !== undefined);
    expect(await stream.next()).toMatchObject({ value: { type: 'generation-usage', usage: { estimated: true } } });
    await expect(stream.next()).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('between two attempts ends the run and sends no second one', async () => {
    live.upstream.play((call) => call.reply(503, {}, { 'retry-after': '2' }));
    const before = live.count;
    const controller = new AbortController();
    const running = run(live.languageModel(), 'hello', controller.signal);
    await until(() => live.count === before + 1);
    await new Promise((resolve) => setTimeout(resolve, 30));
    const at = performance.now();
    expect(await abort(running, controller)).toMatchObject({ code: 'cancelled' });
    // Far from the two seconds, and from the time that a busy machine needs.
    expect(performance.now() - at).toBeLessThan(1_000);
    expect(live.count).toBe(before + 1);
  });

  it('of waiting runs never affects the active run', async () => {
    const languageModel = live.languageModel({ maxConnections: 1 });
    const { goOn } = holdResponses();
    const active = run(languageModel);
    await until(() => live.upstream.open === 1);
    const before = live.count;
    const waiting = Array.from({ length: 1000 }, () => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), Math.random() * 200);
      return run(languageModel, 'never', controller.signal);
    });
    for (const { error } of await Promise.all(waiting)) expect(error).toMatchObject({ code: 'cancelled' });
    goOn();
    expect(await active).toMatchObject({ error: undefined, text: 'half done' });
    expect(live.count).toBe(before);
  });
});

describe('2,000 disconnects', () => {
  it('leak no request and no socket, and the next requests succeed', async () => {
    const maxConnections = 64;
    const languageModel = live.languageModel({ maxConnections });
    await run(languageModel);
    for (let round = 0; round < 20; round += 1) {
      const outcomes = await Promise.all(
        Array.from({ length: 100 }, (_, index) => {
          const controller = new AbortController();
          setTimeout(() => controller.abort(), (index * 7) % 40);
          return run(languageModel, 'tokens=1000 gap=5 wait=5', controller.signal);
        }),
      );
      for (const { error } of outcomes) expect(error).toMatchObject({ code: 'cancelled' });
    }
    // A pool of lost connections would never respond, and one that lost some would serve fewer responses in parallel
    // than its limit.
    const { goOn } = holdResponses();
    const next = Promise.all(Array.from({ length: maxConnections }, () => run(languageModel)));
    await until(() => live.upstream.open === maxConnections);
    goOn();
    for (const { error } of await next) expect(error).toBeUndefined();
    await until(() => live.upstream.open === 0);
    expect(live.upstream.sockets).toBeLessThanOrEqual(maxConnections);
    await live.closeModels();
    await until(() => live.upstream.sockets === 0);
  }, 60_000);
});

describe('connections', () => {
  it('are reused after a complete response', async () => {
    const languageModel = live.languageModel();
    for (let n = 0; n < 10; n += 1) expect(await run(languageModel)).toMatchObject({ error: undefined });
    // Two, because a next request may arrive before the end of the preceding body.
    expect(live.upstream.sockets).toBeLessThanOrEqual(2);
  });

  it('are closed when the upstream does not end after [DONE]', async () => {
    live.upstream.play((call) => {
      call.delta({ content: 'x' });
      call.write('data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n');
    });
    expect(await run(live.languageModel())).toMatchObject({ text: 'x', error: undefined });
    await until(() => live.upstream.open === 0);
  });

  it('are never more than maxConnections', async () => {
    const languageModel = live.languageModel({ maxConnections: 3 });
    const { goOn } = holdResponses();
    const before = live.count;
    const running = Array.from({ length: 12 }, () => run(languageModel));
    await until(() => live.upstream.open === 3);
    // One more request would arrive now.
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(live.count - before).toBe(3);
    goOn();
    for (const { error } of await Promise.all(running)) expect(error).toBeUndefined();
    expect(live.count - before).toBe(12);
  });

  it('are all closed by close, and what runs fails', async () => {
    const languageModel = live.languageModel();
    const running = run(languageModel, 'tokens=2 gap=600000');
    const connecting = run(languageModel, 'wait=600000');
    await until(() => live.upstream.open === 2);
    await languageModel.close();
    expect(await running).toMatchObject({ error: { code: 'overloaded' } });
    expect(await connecting).toMatchObject({ error: { code: 'overloaded' } });
    expect(await run(languageModel)).toMatchObject({ error: { code: 'overloaded' } });
    await until(() => live.upstream.open === 0 && live.upstream.sockets === 0);
  });
});
