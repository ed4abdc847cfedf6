import { buildContext, buildRequest } from '@org/engine/testing';
import { canStrike, upstreamFaults, upstreamPhases, upstreamErrorText } from '#src/testing/upstream-faults.js';
import { failure, run, startSilentServer, until, useLive } from './live.js';

const live = useLive();

const shortTimeouts = { connect: 300, firstToken: 150, idle: 150, total: 2000 };

const cases = upstreamPhases.flatMap((phase) =>
  upstreamFaults
    .filter((fault) => canStrike(fault, phase))
    .map((fault) => ({ phase, fault, named: `${fault.name}, ${phase.name}` })),
);

describe('an upstream that breaks', () => {
  it.each(cases)('by $named ends in one error and never in a response', async ({ phase, fault }) => {
    live.upstream.play(async (call) => {
      phase.play(call);
      // Lets the written data reach the other end before the fault occurs.
      await call.pause(5);
      await fault.strike(call);
    });
    const error = await failure(
      live.languageModel({ timeouts: fault.code === 'timed-out' ? shortTimeouts : {}, retries: 0 }),
    );
    expect(error.code).toBe(fault.code);
    expect(error.message).not.toContain(upstreamErrorText);
    await until(() => live.upstream.open === 0);
  });
});

describe('a question about the number of tokens', () => {
  it('with an endless response is aborted before the response fills the memory', async () => {
    let megabytes = 0;
    live.upstream.play(async (call) => {
      call.response.writeHead(200, { 'content-type': 'application/json' });
      for (; megabytes < 64 && !call.signal.aborted; megabytes += 1) {
        if (!call.response.write(' '.repeat(1024 * 1024))) await call.pause(5);
      }
      call.response.end('{"count":1}');
    });
    await expect(
      live.languageModel({ profile: 'vllm' }).countTokens?.(buildRequest('hello'), buildContext()),
    ).rejects.toMatchObject({ code: 'upstream-failed', message: 'The upstream sent a response that is too long.' });
    await until(() => live.upstream.open === 0);
    expect(megabytes).toBeLessThan(64);
  });
});

describe('a token count request whose connection ends before a response', () => {
  it('is retried once: the upstream closes idle connections, even while one is in use', async () => {
    const before = live.count;
    live.upstream.play((call) => (live.count === before + 1 ? call.reset() : call.reply(200, { count: 7 })));
    await expect(
      live.languageModel({ profile: 'vllm' }).countTokens?.(buildRequest('hello'), buildContext()),
    ).resolves.toEqual({ inputTokens: 7 });
    expect(live.count).toBe(before + 2);
  });

  it('is retried a limited number of times', async () => {
    const before = live.count;
    live.upstream.play((call) => call.reset());
    await expect(
      live.languageModel({ profile: 'vllm' }).countTokens?.(buildRequest('hello'), buildContext()),
    ).rejects.toMatchObject({ code: 'upstream-failed' });
    expect(live.count).toBe(before + 2);
  });
});

it('an upstream that reports progress, or headers of the response, does not time out', async () => {
  live.upstream.play(async (call) => {
    call.response.writeProcessing();
    call.response.writeEarlyHints({ link: '</style.css>; rel=preload' });
    await call.pause(20);
    call.delta({ role: 'assistant', content: 'Hi' });
    call.finish();
  });
  expect(await run(live.languageModel({ retries: 0 }))).toMatchObject({ text: 'Hi', error: undefined });
});

describe('a response under a wrong name', () => {
  const chunks = [
    '{"choices":[{"delta":{"role":"assistant","content":"Hi"}}]}',
    '{"choices":[{"delta":{},"finish_reason":"stop"}]}',
    '[DONE]',
  ];
  const events = chunks.map((chunk) => `data: ${chunk}\n\n`).join('');
  const complete = '{"choices":[{"message":{"role":"assistant","content":"Hi"},"finish_reason":"stop"}]}';

  it.each([
    ['a stream that is called JSON', 'application/json', [events]],
    ['a stream with the content type JSON, after a keep-alive', 'application/json', ['\n', events]],
    ['a complete response with the content type text', 'text/plain; charset=utf-8', [complete]],
    ['a complete response without a content type, after blank lines', undefined, ['\n\n', '\n', complete]],
  ])('is read for what it is: %s', async (_, contentType, body) => {
    live.upstream.play(async (call) => {
      call.response.writeHead(200, contentType === undefined ? {} : { 'content-type': contentType });
      for (const chunk of body) {
        call.response.write(chunk);
        await call.pause(10);
      }
      call.response.end();
    });
    expect(await run(live.languageModel())).toMatchObject({ text: 'Hi', error: undefined });
  });
});

describe('a response is delivered as far as it arrived', () => {
  it('before the error is thrown', async () => {
    live.upstream.play(async (call) => {
      call.delta({ content: 'one' });
      call.delta({ content: ' two' });
      await call.pause(20);
      call.reset();
    });
    expect(await run(live.languageModel())).toMatchObject({ text: 'one two', error: { code: 'upstream-failed' } });
  });

  it('also when both arrive in one read', async () => {
    live.upstream.play((call) => {
      const content = (text: string): string =>
        `data: ${JSON.stringify({ choices: [{ delta: { content: text } }] })}\n\n`;
      call.write(`${content('one')}${content(' two')}data: {"error":{"message":"no"}}\n\n`);
    });
    expect(await run(live.languageModel())).toMatchObject({ text: 'one two', error: { code: 'upstream-failed' } });
  });
});

describe('timeouts', () => {
  it('an upstream that accepts and never responds is aborted after firstToken', async () => {
    live.upstream.play((call) => call.pause(600_000));
    expect(await failure(live.languageModel({ timeouts: { firstToken: 100 } }))).toMatchObject({ code: 'timed-out' });
  });

  it('comments do not count as a first token', async () => {
    live.upstream.play(async (call) => {
      for (; !call.signal.aborted; await call.pause(20)) call.write(': still here\n\n');
    });
    expect(await failure(live.languageModel({ timeouts: { firstToken: 150, idle: 60 } }))).toMatchObject({
      code: 'timed-out',
    });
  });

  it('silence after the start is detected, even when the start has no limit', async () => {
    live.upstream.play(async (call) => {
      call.delta({ content: 'one' });
      await call.pause(600_000);
    });
    expect(await run(live.languageModel({ timeouts: { firstToken: 0, idle: 100 } }))).toMatchObject({
      text: 'one',
      error: { code: 'timed-out' },
    });
  });

  it('comments prevent a response from timing out', async () => {
    live.upstream.play(async (call) => {
      call.delta({ content: 'one' });
      for (let n = 0; n < 15; n += 1) {
        await call.pause(100);
        call.write(': still here\n\n');
      }
      call.finish();
    });
    expect(await run(live.languageModel({ timeouts: { idle: 1_000 } }))).toMatchObject({
      text: 'one',
      error: undefined,
    });
  });

  it.each([{ total: 200 }, { firstToken: 1_000, total: 1_500 }, { firstToken: 0, total: 200 }])(
    'an endless response is ended after total: %j',
    async (timeouts) => {
      live.upstream.play(async (call) => {
        for (; !call.signal.aborted; await call.pause(10)) call.delta({ content: 'x' });
      });
      expect(await failure(live.languageModel({ timeouts }))).toMatchObject({
        code: 'timed-out',
        message: 'The upstream did not complete its response in time.',
      });
      await until(() => live.upstream.open === 0);
    },
  );

  it('a reader that takes its time is not mistaken for a silent upstream', async () => {
    live.upstream.play(async (call) => {
      for (let n = 0; n < 2000; n += 1) call.delta({ content: 'x'.repeat(100) });
      await call.pause(1);
      call.finish();
    });
    const languageModel = live.languageModel({ timeouts: { idle: 500 } });
    let length = 0;
    for await (const event of languageModel.generate(buildRequest('x'), buildContext())) {
      if (length === 0 && event.type === 'part-delta') await new Promise((resolve) => setTimeout(resolve, 1_500));
      if (event.type === 'part-delta') length += event.delta.text.length;
    }
    expect(length).toBe(200_000);
  });

  it('no request waits longer than queue', async () => {
    const languageModel = live.languageModel({ maxConnections: 1, timeouts: { queue: 50 } });
    const { promise, resolve: goOn } = Promise.withResolvers<void>();
    live.upstream.play((call) => promise.then(() => call.finish()));
    const first = run(languageModel);
    await until(() => live.upstream.open === 1);
    expect(await failure(languageModel)).toMatchObject({ code: 'overloaded', retryAfter: 5 });
    goOn();
    expect(await first).toMatchObject({ error: undefined });
  });

  it('a connection that is accepted and never established is given up after connect', async () => {
    const silent = await startSilentServer();
    const error = await failure(
      live.languageModel({ baseUrl: silent.baseUrl, timeouts: { connect: 100 }, retries: 0 }),
    );
    expect(error).toMatchObject({ code: 'timed-out', message: 'The service could not reach the upstream in time.' });
    await silent.close();
  });

  it('a connection that cannot be opened is a failure of the upstream', async () => {
    const error = await failure(live.languageModel({ baseUrl: 'http://127.0.0.1:1/v1' }));
    expect(error).toMatchObject({ code: 'upstream-failed', message: 'The service could not reach the upstream.' });
  });
});
