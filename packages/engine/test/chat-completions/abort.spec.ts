import { buildContext, buildRequest } from '#src/testing/builders.js';
import { Live, run, startSilentServer, until } from './live.js';

const live = new Live();
beforeAll(() => live.start());
afterEach(async () => {
  await live.closeGenerators();
  live.upstream.play();
});
afterAll(() => live.stop());

/** Aborts a run and says how long it took to end, in milliseconds. */
async function abortAfter(started: ReturnType<typeof run>, controller: AbortController): Promise<number> {
  const at = performance.now();
  controller.abort();
  expect((await started).error).toMatchObject({ code: 'cancelled' });
  return performance.now() - at;
}

describe('an abort', () => {
  it('in line for a connection ends the run at once, and the upstream never hears of it', async () => {
    const generator = live.generator({ maxConnections: 1 });
    const first = run(generator, 'tokens=6 gap=50');
    await until(() => live.upstream.open === 1);
    const before = live.count;
    const controller = new AbortController();
    const waiting = run(generator, 'never sent', controller.signal);
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(await abortAfter(waiting, controller)).toBeLessThan(100);
    expect(await first).toMatchObject({ error: undefined });
    expect(await run(generator, 'next')).toMatchObject({ error: undefined });
    expect(live.upstream.records.slice(before).map(({ body }) => JSON.stringify(body['messages']))).toEqual([expect.stringContaining('next')]);
  });

  it('while connecting ends the run at once', async () => {
    const silent = await startSilentServer();
    const generator = live.generator({ baseUrl: silent.baseUrl });
    const controller = new AbortController();
    const connecting = run(generator, 'hello', controller.signal);
    await until(() => silent.sockets.size === 1);
    expect(await abortAfter(connecting, controller)).toBeLessThan(100);
    await generator.close();
    await until(() => silent.sockets.size === 0);
    await silent.close();
  });

  it.each([
    ['before headers', 'wait=5000', 0],
    ['in the middle of the body', 'tokens=500 gap=20', 3],
  ])('%s reaches the upstream within 250 ms', async (_, prompt, chunks) => {
    const generator = live.generator();
    const controller = new AbortController();
    const events: unknown[] = [];
    const before = live.count;
    const reading = (async () => {
      for await (const event of generator.generate(buildRequest(prompt), buildContext({ signal: controller.signal }))) events.push(event);
    })();
    await until(() => live.count === before + 1 && events.length >= chunks);
    const record = live.upstream.records[before];
    const at = performance.now();
    controller.abort();
    await expect(reading).rejects.toMatchObject({ code: 'cancelled' });
    expect(performance.now() - at).toBeLessThan(100);
    await until(() => record?.abortedAt !== undefined);
    expect((record?.abortedAt ?? Number.POSITIVE_INFINITY) - at).toBeLessThan(250);
  });

  it('reaches the upstream also when the reader never asks again', async () => {
    const controller = new AbortController();
    const stream = live.generator().generate(buildRequest('tokens=500 gap=10'), buildContext({ signal: controller.signal }))[Symbol.asyncIterator]();
    await stream.next();
    controller.abort();
    await until(() => live.upstream.open === 0, 250);
    expect(await stream.next()).toMatchObject({ value: { type: 'generation-usage', usage: { estimated: true } } });
    await expect(stream.next()).rejects.toMatchObject({ code: 'cancelled' });
  });

  it('between two attempts ends the run and sends no second one', async () => {
    live.upstream.play((call) => call.reply(503, {}, { 'retry-after': '2' }));
    const before = live.count;
    const controller = new AbortController();
    const running = run(live.generator(), 'hello', controller.signal);
    await until(() => live.count === before + 1);
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(await abortAfter(running, controller)).toBeLessThan(100);
    expect(live.count).toBe(before + 1);
  });

  it('of waiting runs never touches the one that is active', async () => {
    const generator = live.generator({ maxConnections: 1 });
    const active = run(generator, 'tokens=40 gap=10');
    await until(() => live.upstream.open === 1);
    const before = live.count;
    const waiting = Array.from({ length: 1000 }, () => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), Math.random() * 200);
      return run(generator, 'never', controller.signal);
    });
    for (const { error } of await Promise.all(waiting)) expect(error).toMatchObject({ code: 'cancelled' });
    expect(await active).toMatchObject({ error: undefined, text: expect.stringMatching(/^t0 .* t39$/) });
    expect(live.count).toBe(before);
  });
});

describe('2,000 disconnects', () => {
  it('leak no request and no socket, and the next request is answered within 100 ms', async () => {
    const maxConnections = 64;
    const generator = live.generator({ maxConnections });
    await run(generator);
    for (let round = 0; round < 20; round += 1) {
      const outcomes = await Promise.all(
        Array.from({ length: 100 }, (_, index) => {
          const controller = new AbortController();
          setTimeout(() => controller.abort(), (index * 7) % 40);
          return run(generator, 'tokens=1000 gap=5 wait=5', controller.signal);
        }),
      );
      for (const { error } of outcomes) expect(error).toMatchObject({ code: 'cancelled' });
    }
    const times: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      const startedAt = performance.now();
      expect(await run(generator)).toMatchObject({ error: undefined });
      times.push(performance.now() - startedAt);
    }
    // The fastest of three: the machine may be busy, a pool of lost connections would never answer.
    expect(Math.min(...times)).toBeLessThan(100);
    await until(() => live.upstream.open === 0);
    expect(live.upstream.sockets).toBeLessThanOrEqual(maxConnections);
    await live.closeGenerators();
    await until(() => live.upstream.sockets === 0);
  }, 60_000);
});

describe('connections', () => {
  it('are used again after a whole answer', async () => {
    const generator = live.generator();
    for (let n = 0; n < 10; n += 1) expect(await run(generator)).toMatchObject({ error: undefined });
    // Two, because a next request may come before the end of the body that follows the answer.
    expect(live.upstream.sockets).toBeLessThanOrEqual(2);
  });

  it('are cut when the upstream does not end after [DONE]', async () => {
    live.upstream.play((call) => {
      call.delta({ content: 'x' });
      call.write('data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n');
    });
    expect(await run(live.generator())).toMatchObject({ text: 'x', error: undefined });
    await until(() => live.upstream.open === 0);
  });

  it('are never more than maxConnections', async () => {
    const generator = live.generator({ maxConnections: 3 });
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, live.upstream.open)), 2);
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => run(generator, 'tokens=3 gap=10')));
    clearInterval(watch);
    expect(outcomes.every(({ error }) => error === undefined)).toBe(true);
    expect(most).toBe(3);
  });

  it('are all closed by close, and what runs fails', async () => {
    const generator = live.generator();
    const running = run(generator, 'tokens=500 gap=10');
    const connecting = run(generator, 'wait=5000');
    await until(() => live.upstream.open === 2);
    await generator.close();
    expect(await running).toMatchObject({ error: { code: 'overloaded' } });
    expect(await connecting).toMatchObject({ error: { code: 'overloaded' } });
    expect(await run(generator)).toMatchObject({ error: { code: 'overloaded' } });
    await until(() => live.upstream.open === 0 && live.upstream.sockets === 0);
  });
});
