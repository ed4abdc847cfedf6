import { buildContext, buildRequest } from '#src/testing/builders.js';
import type { UpstreamCall } from '#src/testing/scripted-upstream.js';
import { failure, Live, run, startSilentServer, until } from './live.js';

const live = new Live();
beforeAll(() => live.start());
afterEach(async () => {
  await live.closeGenerators();
  live.upstream.play();
});
afterAll(() => live.stop());

const shortTimeouts = { connect: 300, firstToken: 150, idle: 150, total: 2000 };

/** How far the upstream gets before the fault. */
const phases: Record<string, (call: UpstreamCall) => void> = {
  'before headers': () => undefined,
  'after headers': (call) => call.begin(),
  'after the first chunk': (call) => call.delta({ role: 'assistant', content: '' }),
  'in the middle of a text': (call) => {
    call.delta({ content: 'one' });
    call.delta({ content: ' two' });
  },
  'in the middle of a call': (call) => call.delta({ tool_calls: [{ index: 0, id: 'a', function: { name: 'f', arguments: '{"x"' } }] }),
  'after the reason': (call) => {
    call.delta({ content: 'one' });
    call.delta({}, { finish_reason: 'stop' });
  },
};

const faults: Record<string, (call: UpstreamCall) => void | Promise<void>> = {
  'a reset': (call) => call.reset(),
  'a hang-up': (call) => call.hangUp(),
  'a clean end without its terminal': (call) => void call.response.end(),
  silence: (call) => call.pause(5000),
  'half a frame': (call) => {
    call.write('data: {"choices":[{"delta":{"con');
    call.hangUp();
  },
  'half a frame and a clean end': (call) => {
    call.write('data: {"choices":[{"delta":{"con');
    call.response.end();
  },
  garbage: (call) => {
    call.write('data: }{ not json\n\n');
    call.response.end();
  },
  'binary garbage': (call) => {
    call.write(Buffer.from([0x64, 0x61, 0x74, 0x61, 0x3a, 0xff, 0xfe, 0x00, 0x0a, 0x0a]));
    call.response.end();
  },
  'an error object': (call) => {
    call.chunk({ error: { message: 'CUDA out of memory', code: 500 } });
    call.write('data: [DONE]\n\n');
    call.response.end();
  },
  'a line of 32 MB': async (call) => {
    call.write('data: "');
    for (let megabyte = 0; megabyte < 32 && !call.signal.aborted; megabyte += 1) {
      if (!call.response.write('x'.repeat(1024 * 1024))) await call.pause(5);
    }
    call.response.end();
  },
};

describe.each(Object.keys(phases))('%s', (phase) => {
  it.each(Object.keys(faults))('%s ends in one error and never in an answer', async (fault) => {
    live.upstream.play(async (call) => {
      phases[phase]?.(call);
      // Lets what was written reach the other side before the fault does.
      await call.pause(5);
      await faults[fault]?.(call);
    });
    const generator = live.generator({ timeouts: fault === 'silence' ? shortTimeouts : {}, retries: 0 });
    const startedAt = performance.now();
    const error = await failure(generator);
    expect(['upstream-failed', 'timed-out']).toContain(error.code);
    expect(error.code === 'timed-out').toBe(fault === 'silence');
    expect(error.message).not.toMatch(/CUDA|json|choices/);
    expect(performance.now() - startedAt).toBeLessThan(2500);
    await until(() => live.upstream.open === 0);
  });
});

describe('a question about the number of tokens', () => {
  it('that is answered without an end is given up before the answer fills the memory', async () => {
    let megabytes = 0;
    live.upstream.play(async (call) => {
      call.response.writeHead(200, { 'content-type': 'application/json' });
      for (; megabytes < 64 && !call.signal.aborted; megabytes += 1) {
        if (!call.response.write(' '.repeat(1024 * 1024))) await call.pause(5);
      }
      call.response.end('{"count":1}');
    });
    await expect(live.generator({ profile: 'vllm' }).countTokens?.(buildRequest('hello'), buildContext())).rejects.toMatchObject({ code: 'upstream-failed', message: 'The upstream sent an answer that is too long.' });
    await until(() => live.upstream.open === 0);
    expect(megabytes).toBeLessThan(64);
  });
});

describe('an answer is delivered as far as it came', () => {
  it('before the error is thrown', async () => {
    live.upstream.play(async (call) => {
      call.delta({ content: 'one' });
      call.delta({ content: ' two' });
      await call.pause(20);
      call.reset();
    });
    expect(await run(live.generator())).toMatchObject({ text: 'one two', error: { code: 'upstream-failed' } });
  });

  it('also when both arrive in one read', async () => {
    live.upstream.play((call) => {
      const content = (text: string): string => `data: ${JSON.stringify({ choices: [{ delta: { content: text } }] })}\n\n`;
      call.write(`${content('one')}${content(' two')}data: {"error":{"message":"no"}}\n\n`);
    });
    expect(await run(live.generator())).toMatchObject({ text: 'one two', error: { code: 'upstream-failed' } });
  });
});

describe('timeouts', () => {
  it('an upstream that accepts and never answers is given up after firstToken', async () => {
    live.upstream.play((call) => call.pause(5000));
    const startedAt = performance.now();
    expect(await failure(live.generator({ timeouts: { firstToken: 100 } }))).toMatchObject({ code: 'timed-out' });
    expect(performance.now() - startedAt).toBeLessThan(400);
  });

  it('comments do not count as a first token', async () => {
    live.upstream.play(async (call) => {
      for (; !call.signal.aborted; await call.pause(20)) call.write(': still here\n\n');
    });
    expect(await failure(live.generator({ timeouts: { firstToken: 150, idle: 60 } }))).toMatchObject({ code: 'timed-out' });
  });

  it('comments keep an answer alive', async () => {
    live.upstream.play(async (call) => {
      call.delta({ content: 'one' });
      for (let n = 0; n < 10; n += 1) {
        await call.pause(30);
        call.write(': still here\n\n');
      }
      call.finish();
    });
    expect(await run(live.generator({ timeouts: { idle: 150 } }))).toMatchObject({ text: 'one', error: undefined });
  });

  it('an endless answer is ended after total', async () => {
    live.upstream.play(async (call) => {
      for (; !call.signal.aborted; await call.pause(10)) call.delta({ content: 'x' });
    });
    expect(await failure(live.generator({ timeouts: { total: 200 } }))).toMatchObject({ code: 'timed-out' });
    await until(() => live.upstream.open === 0);
  });

  it('a reader that takes its time is not mistaken for a silent upstream', async () => {
    live.upstream.play(async (call) => {
      for (let n = 0; n < 2000; n += 1) call.delta({ content: 'x'.repeat(100) });
      await call.pause(1);
      call.finish();
    });
    const generator = live.generator({ timeouts: { idle: 50 } });
    let length = 0;
    for await (const event of generator.generate(buildRequest('x'), buildContext())) {
      if (length === 0 && event.type === 'part-delta') await new Promise((resolve) => setTimeout(resolve, 300));
      if (event.type === 'part-delta') length += event.delta.text.length;
    }
    expect(length).toBe(200_000);
  });

  it('nobody waits in line for longer than queue', async () => {
    const generator = live.generator({ maxConnections: 1, timeouts: { queue: 50 } });
    const first = run(generator, 'tokens=10 gap=50');
    await until(() => live.upstream.open === 1);
    expect(await failure(generator)).toMatchObject({ code: 'overloaded', retryAfter: 5 });
    expect(await first).toMatchObject({ error: undefined });
  });

  it('a connection that is accepted and never established is given up after connect', async () => {
    const silent = await startSilentServer();
    const error = await failure(live.generator({ baseUrl: silent.baseUrl, timeouts: { connect: 100 }, retries: 0 }));
    expect(error).toMatchObject({ code: 'timed-out', message: 'The upstream could not be reached in time.' });
    await silent.close();
  });

  it('a connection that cannot be opened is a failure of the upstream', async () => {
    const error = await failure(live.generator({ baseUrl: 'http://127.0.0.1:1/v1' }));
    expect(error).toMatchObject({ code: 'upstream-failed', message: 'The upstream could not be reached.' });
  });
});
