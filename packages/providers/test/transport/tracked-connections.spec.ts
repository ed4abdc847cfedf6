import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { UpstreamCall } from '#src/testing/scripted-upstream.js';
import { buildContext, buildRequest } from '@org/engine/testing';
import { run, until, useLive, type Outcome } from '../chat-completions/live.js';
import { startHttpProxy } from './http-proxy.js';

const live = useLive();

const respond = (call: UpstreamCall): void => {
  if (call.record.path.endsWith('/tokenize')) return call.reply(200, { count: 7 });
  call.delta({ role: 'assistant', content: 'Hello' });
  call.finish();
};

/** Responds to the first request of each connection, runs `later` for those after it, and counts the latter. */
function replyToFirst(later: (call: UpstreamCall) => void | Promise<void>): { readonly later: number } {
  const used = new WeakSet<Socket>();
  const seen = { later: 0 };
  live.upstream.play(async (call) => {
    const { socket } = call.response;
    if (socket === null) return;
    if (used.has(socket)) {
      seen.later += 1;
      return await later(call);
    }
    used.add(socket);
    // All requests of a burst arrive before one of them ends, so each has its own connection.
    await call.pause(150);
    respond(call);
  });
  return seen;
}

/** So many requests at once; waits until their connections can be used again. */
async function burst(languageModel: ReturnType<typeof live.languageModel>, size: number): Promise<readonly Outcome[]> {
  const outcomes = await Promise.all(Array.from({ length: size }, () => run(languageModel)));
  await sleep(100);
  return outcomes;
}
const texts = (outcomes: readonly Outcome[]): unknown[] => [
  ...new Set(outcomes.map(({ text, error }) => error ?? text)),
];

describe('a request over a reused connection that the upstream is just closing', () => {
  it.each([
    ['hard', (call: UpstreamCall) => call.reset()],
    ['politely', (call: UpstreamCall) => call.hangUp()],
  ])('is sent again over a new one, however many there are: %s', async (_, close) => {
    const seen = replyToFirst(close);
    const languageModel = live.languageModel({ retries: 0 });
    expect(texts(await burst(languageModel, 40))).toEqual(['Hello']);
    expect(texts(await burst(languageModel, 20))).toEqual(['Hello']);
    expect(seen.later).toBe(20);
  });

  it('is sent again through a proxy, too', async () => {
    const proxy = await startHttpProxy();
    const before = live.count;
    live.upstream.play((call) => (live.count === before + 2 ? call.reset() : respond(call)));
    const languageModel = live.languageModel({ retries: 0, proxy: `http://${proxy.address}` });
    expect(texts([...(await burst(languageModel, 1)), ...(await burst(languageModel, 1))])).toEqual(['Hello']);
    expect(live.count).toBe(before + 3);
    await languageModel.close();
    await proxy.close();
  });

  it('is sent again for a query, past all other closing connections', async () => {
    const seen = replyToFirst((call) => call.reset());
    const languageModel = live.languageModel({ profile: 'vllm' });
    await burst(languageModel, 3);
    await expect(languageModel.countTokens?.(buildRequest('hello'), buildContext())).resolves.toEqual({
      inputTokens: 7,
    });
    expect(seen.later).toBe(1);
  });
});

describe('a request is not sent again beyond its retries', () => {
  it.each([
    ['over a new connection that ends', (call: UpstreamCall) => call.reset(), 1],
    ['twice', (call: UpstreamCall) => call.reset(), 2],
  ])('%s', async (_, close, times) => {
    const before = live.count;
    const languageModel = live.languageModel({ retries: 0 });
    // A first response creates a reusable connection.
    live.upstream.play(times === 1 ? close : (call) => (live.count === before + 1 ? respond(call) : close(call)));
    if (times === 2) await burst(languageModel, 1);
    const asked = live.count;
    expect((await run(languageModel)).error).toMatchObject({
      code: 'upstream-failed',
      message: 'The service could not reach the upstream.',
    });
    expect(live.count - asked).toBe(times);
  });

  it.each([
    [
      'once a part of a response has arrived',
      (call: UpstreamCall) => {
        call.response.socket?.end('HTTP/1.1 20');
      },
    ],
    [
      'once the upstream has been at work on it',
      async (call: UpstreamCall) => {
        await call.pause(1_100);
        call.reset();
      },
    ],
  ])('%s', async (_, end) => {
    const seen = replyToFirst(end);
    const languageModel = live.languageModel({ retries: 0 });
    await burst(languageModel, 1);
    expect((await run(languageModel)).error).toMatchObject({ code: 'upstream-failed' });
    expect(seen.later).toBe(1);
    await until(() => live.upstream.open === 0);
  });
});
