// Every upstream fault in every phase of its response, in both APIs: each ends in one error, never in a response,
// with no open resources.
import { canStrike, upstreamFaults, upstreamPhases, upstreamErrorText } from '@org/providers/testing';
import { failure, LiveUpstreamApi, run, until, apis } from './live-upstream-api.js';

const apiKey = 'sk-key-of-the-upstream-4711';

describe.each(apis)('an upstream of the $name dialect', (upstreamFixture) => {
  const live = new LiveUpstreamApi(upstreamFixture);
  beforeAll(() => live.start());
  afterEach(async () => {
    await live.closeModels();
    live.upstream.play();
  });
  afterAll(() => live.stop());

  describe.each(upstreamPhases)('$name', (phase) => {
    it.each(upstreamFaults.filter((fault) => canStrike(fault, phase)))(
      '$name ends in one error and never in a response',
      async (fault) => {
        live.upstream.play(async (call) => {
          phase.play(call);
          // Lets the written data reach the other end before the fault occurs.
          await call.pause(5);
          await fault.strike(call);
        });
        const limits = { firstToken: 150, idle: 150 };
        const languageModel = live.languageModel({
          apiKey,
          retries: 0,
          ...(fault.name === 'stall' && { timeouts: limits }),
        });
        const { code, message } = await failure(languageModel);
        expect(code).toBe(fault.code);
        expect(message).not.toContain(upstreamErrorText);
        expect(message).not.toContain(apiKey);
        await until(() => live.upstream.open === 0);
      },
    );
  });

  it('delivers the response up to the error', async () => {
    live.upstream.play(async (call) => {
      call.delta({ content: 'one' });
      call.delta({ content: ' two' });
      await call.pause(20);
      call.reset();
    });
    expect(await run(live.languageModel())).toMatchObject({ text: 'one two', error: { code: 'upstream-failed' } });
  });

  it.each([
    [503, 'overloaded'],
    [529, 'overloaded'],
    [429, 'rate-limited'],
  ])('forwards the retry delay after %i, and waits for a short one', async (status, code) => {
    live.upstream.play((call) =>
      call.reply(status, { error: { message: upstreamErrorText } }, { 'retry-after': '30' }),
    );
    expect(await failure(live.languageModel())).toMatchObject({ code, retryAfter: 30 });
    let asked = 0;
    live.upstream.play((call) => {
      asked += 1;
      if (asked === 1) return call.reply(status, { error: { message: upstreamErrorText } }, { 'retry-after': '0' });
      call.delta({ content: 'well' });
      return call.finish();
    });
    expect(await run(live.languageModel())).toMatchObject({ text: 'well', error: undefined });
    expect(asked).toBe(2);
  });

  it.each([
    ['before headers', 'wait=5000', 0],
    ['in the middle of the body', 'tokens=500 gap=20', 3],
  ])('is stopped by an abort %s', async (_, prompt, count) => {
    const controller = new AbortController();
    const before = live.upstream.records.length;
    const outcome = run(live.languageModel(), prompt, controller.signal);
    await until(() => live.upstream.records.length > before);
    if (count > 0) await new Promise((resolve) => setTimeout(resolve, 100));
    controller.abort();
    expect((await outcome).error).toMatchObject({ code: 'cancelled' });
    await until(() => live.upstream.records[before]?.abortedAt !== undefined);
  });
});
