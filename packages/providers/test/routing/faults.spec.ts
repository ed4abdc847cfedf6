// A group with real upstreams on loopback, one or all of which fail.
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createChatCompletionsModel } from '#src/chat-completions/chat-completions-model.js';
import { Backend, BackendGroup, type RoutingRules } from '@org/engine';
import { generateText, buildContext, buildRequest, defaultBreakerSettings } from '@org/engine/testing';
import { startScriptedUpstream, type ScriptedUpstream, type UpstreamScript } from '#src/testing/scripted-upstream.js';

let upstreams: ScriptedUpstream[];
let group: BackendGroup;

beforeEach(async () => {
  upstreams = await Promise.all([startScriptedUpstream(), startScriptedUpstream(), startScriptedUpstream()]);
});
afterEach(async () => {
  await group.close();
  await Promise.all(upstreams.map((upstream) => upstream.close()));
});

function open(rules: Partial<RoutingRules> = {}, { concurrency = 256, weights = [1, 1, 1] } = {}): BackendGroup {
  group = new BackendGroup({
    id: 'm',
    members: upstreams.map(({ baseUrl }, index) => ({
      backend: new Backend(
        `backend ${index}`,
        createChatCompletionsModel({ id: 'm', baseUrl, retries: 0, timeouts: { connect: 1000, firstToken: 1500 } }),
      ),
      weight: weights[index] ?? 1,
      concurrency,
      queue: 1000,
    })),
    rules: {
      affinity: false,
      breaker: { ...defaultBreakerSettings, failures: 3, openMs: 300, maxOpenMs: 600 },
      ...rules,
    },
  });
  return group;
}

const counts = (): number[] => upstreams.map(({ records }) => records.length);
const isExpectedOutput = (output: string): boolean => output === 't0 t1 t2 t3 t4';

async function until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  for (const start = performance.now(); !(await condition()); await sleep(10)) {
    if (performance.now() - start > 15_000) throw new Error(`the condition did not hold in time: ${what}`);
  }
}

const sicknesses: Readonly<Record<string, UpstreamScript>> = {
  'drops the connection': (call) => call.reset(),
  'hangs up': (call) => call.hangUp(),
  'returns 500': (call) => call.reply(500, { error: { message: 'no' } }),
  'returns 503 without a body': (call) => call.reply(503, ''),
  'is silent': (call) => call.pause(60_000),
  'refuses our key': (call) => call.reply(401, { error: { message: 'who?' } }),
};

describe('one backend of three that', () => {
  it.each(Object.keys(sicknesses))(
    '%s affects no client, has its circuit opened, and recovers',
    async (name) => {
      const sick = upstreams[0];
      if (sick === undefined) throw new Error('there are three');
      open();
      sick.play(sicknesses[name]);
      const outputs: string[] = [];
      for (let round = 0; round < 8; round += 1)
        outputs.push(...(await Promise.all(Array.from({ length: 5 }, () => generateText(group)))));
      expect(outputs.filter((output) => !isExpectedOutput(output))).toEqual([]);
      // Requests in flight when the circuit opened, and a probe or two.
      expect(counts()[0]).toBeLessThanOrEqual(12);
      expect(counts().reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(40 * 1.2 + 10);
      expect(group.status()[0]?.status).not.toBe('closed');
      sick.play();
      await until(
        async () => isExpectedOutput(await generateText(group)) && group.status()[0]?.status === 'closed',
        'it is back',
      );
      const before = counts()[0] ?? 0;
      await Promise.all(Array.from({ length: 30 }, () => generateText(group)));
      expect((counts()[0] ?? 0) - before).toBe(10);
    },
    60_000,
  );

  it('has no open port affects no client and recovers when it is started again', async () => {
    open();
    const [dead] = upstreams;
    const port = Number(new URL(dead?.baseUrl ?? '').port);
    await dead?.close();
    const outputs = await Promise.all(Array.from({ length: 30 }, () => generateText(group)));
    expect(outputs.every(isExpectedOutput)).toBe(true);
    upstreams[0] = await startScriptedUpstream({ port });
    await until(
      async () => isExpectedOutput(await generateText(group)) && group.status()[0]?.status === 'closed',
      'it is back',
    );
    expect(counts()[0]).toBeGreaterThan(0);
  }, 60_000);

  it('suddenly drops all packets delays its requests for seconds only, and then receives no more', async () => {
    const hole = createServer((socket) => void sockets.add(socket.on('error', () => undefined)));
    const sockets = new Set<Socket>();
    const [, second, third] = upstreams;
    await new Promise<void>((resolve) => hole.listen(0, '127.0.0.1', resolve));
    const { port } = hole.address() as AddressInfo;
    const urls = [`http://127.0.0.1:${port}/v1`, second?.baseUrl ?? '', third?.baseUrl ?? ''];
    group = new BackendGroup({
      id: 'm',
      // The transport itself would wait for five minutes.
      members: urls.map((baseUrl, index) => ({
        backend: new Backend(`backend ${index}`, createChatCompletionsModel({ id: 'm', baseUrl, retries: 0 })),
        weight: 1,
        concurrency: 256,
        queue: 100,
      })),
      rules: {
        silenceMs: 100,
        breaker: { ...defaultBreakerSettings, failures: 3, openMs: 60_000, maxOpenMs: 60_000 },
      },
    });
    const outputs = await Promise.all(
      Array.from({ length: 30 }, (_, index) => generateText(group, `question ${index}`)),
    );
    expect(outputs.filter((output) => !isExpectedOutput(output))).toEqual([]);
    expect(group.status()[0]).toMatchObject({ status: 'open', running: 0 });
    const connections = sockets.size;
    expect(
      (
        await Promise.all(Array.from({ length: 30 }, (_, index) => generateText(group, `later question ${index}`)))
      ).every(isExpectedOutput),
    ).toBe(true);
    expect(sockets.size).toBe(connections);
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => hole.close(resolve));
  }, 60_000);

  it('sends a retry delay receives no request before it expires', async () => {
    open();
    upstreams[0]?.play((call) => call.reply(429, { error: { message: 'slowly' } }, { 'retry-after': '4' }));
    const outputs: string[] = [];
    let restedAt = 0;
    for (let round = 0; round < 20; round += 1) {
      outputs.push(await generateText(group));
      if (restedAt === 0 && (counts()[0] ?? 0) > 0) restedAt = performance.now();
    }
    expect(outputs.every(isExpectedOutput)).toBe(true);
    expect([counts()[0], group.status()[0]?.status]).toEqual([1, 'backing-off']);
    await until(async () => isExpectedOutput(await generateText(group)) && (counts()[0] ?? 0) > 1, 'it is asked again');
    // The upstream recorded its time a moment before the client read its response.
    expect(
      (upstreams[0]?.records[1]?.openedAt ?? 0) - (upstreams[0]?.records[0]?.openedAt ?? 0),
    ).toBeGreaterThanOrEqual(3990);
  }, 60_000);

  it('crashes in the middle of responses loses only those responses', async () => {
    open();
    upstreams[0]?.play((call) => {
      call.delta({ role: 'assistant', content: 'half' });
      setTimeout(() => call.reset(), 20);
    });
    const outputs = await Promise.all(Array.from({ length: 30 }, () => generateText(group)));
    expect(outputs.filter(isExpectedOutput)).toHaveLength(20);
    expect(outputs.filter((output) => output === 'upstream-failed')).toHaveLength(10);
    expect(group.status()[0]?.status).toBe('open');
  }, 60_000);
});

describe('three backends', () => {
  it('that are all down receive hardly more requests than the clients send', async () => {
    open({ breaker: { failures: 1_000_000, failureShare: 1, window: 1_000_000, openMs: 300, maxOpenMs: 300 } });
    for (const upstream of upstreams) upstream.play(sicknesses['returns 500']);
    for (let round = 0; round < 100; round += 1)
      await Promise.all(Array.from({ length: 10 }, () => generateText(group)));
    const sent = counts().reduce((sum, count) => sum + count, 0);
    expect(sent).toBeGreaterThanOrEqual(1000);
    expect(sent).toBeLessThanOrEqual(1210);
  }, 60_000);

  it('that are all down with an open circuit receive next to nothing', async () => {
    open();
    for (const upstream of upstreams) upstream.play(sicknesses['returns 500']);
    const codes = new Set<string>();
    for (let round = 0; round < 50; round += 1)
      for (const code of await Promise.all(Array.from({ length: 20 }, () => generateText(group)))) codes.add(code);
    expect([...codes].toSorted()).toEqual(['overloaded', 'upstream-failed']);
    expect(counts().reduce((sum, count) => sum + count, 0)).toBeLessThan(100);
  }, 60_000);

  it('share requests by their weights', async () => {
    open({}, { weights: [3, 2, 1] });
    for (let round = 0; round < 20; round += 1) await Promise.all(Array.from({ length: 6 }, () => generateText(group)));
    expect(counts()).toEqual([60, 40, 20]);
  }, 60_000);

  it('serve each conversation on one backend', async () => {
    open({ affinity: true });
    for (let turn = 0; turn < 4; turn += 1)
      await Promise.all(Array.from({ length: 20 }, (_, index) => generateText(group, `conversation ${index}`)));
    const conversationsByUpstream = upstreams.map(
      ({ records }) => new Set(records.map(({ body }) => JSON.stringify(body['messages']))),
    );
    expect(conversationsByUpstream.reduce((sum, { size }) => sum + size, 0)).toBe(20);
    expect(conversationsByUpstream.every(({ size }) => size > 0)).toBe(true);
  }, 60_000);

  it('hold no slot after 200 clients disconnect at once, while queued and in the middle', async () => {
    open({}, { concurrency: 20 });
    const aborts = Array.from({ length: 200 }, () => new AbortController());
    const asked = aborts.map(({ signal }) => generateText(group, 'tokens=1000 gap=20', signal));
    await until(() => counts().reduce((sum, count) => sum + count, 0) === 60, 'all slots are taken');
    expect(group.status().map(({ running, waiting }) => [running, waiting > 0])).toEqual([
      [20, true],
      [20, true],
      [20, true],
    ]);
    for (const abort of aborts) abort.abort();
    expect(new Set(await Promise.all(asked))).toEqual(new Set(['cancelled']));
    expect(group.status().map(({ running, waiting, status }) => [running, waiting, status])).toEqual(
      Array.from({ length: 3 }, () => [0, 0, 'closed']),
    );
    await until(() => upstreams.every(({ open: remaining }) => remaining === 0), 'the work of the backends ends');
    const outputs = await Promise.all(Array.from({ length: 60 }, () => generateText(group)));
    expect(outputs.every(isExpectedOutput)).toBe(true);
  }, 60_000);

  it('differ by their health without any request', async () => {
    // Longer than the requests take, also on a busy machine.
    open({ breaker: { ...defaultBreakerSettings, failures: 3, openMs: 3_000, maxOpenMs: 3_000 } });
    for (const upstream of upstreams) upstream.play(sicknesses['returns 500']);
    await Promise.all(Array.from({ length: 40 }, () => generateText(group)));
    expect(group.available()).toBe(false);
    // The model list still responds, so a probe is due after the pause.
    await until(() => group.available(), 'it is worth a trial');
    for (const upstream of upstreams) upstream.play();
    await until(async () => isExpectedOutput(await generateText(group)), 'it responds');
    await expect(
      group.generate(buildRequest('Hi'), buildContext())[Symbol.asyncIterator]().next(),
    ).resolves.toMatchObject({ done: false });
  }, 60_000);
});
