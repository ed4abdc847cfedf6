import { setImmediate as turn } from 'node:timers/promises';

import { TokenLatencyMonitor, type CompletionLatency } from '#src/worker/generation/token-latency-monitor.js';

describe('the token latency monitor', () => {
  let now = { wallMs: 0, busyMs: 0 };
  const advance = (wallMs: number, busyMs = wallMs): void => {
    now = { wallMs: now.wallMs + wallMs, busyMs: now.busyMs + busyMs };
  };
  const createPace = async (): Promise<TokenLatencyMonitor> => {
    const pace = new TokenLatencyMonitor(() => undefined, { now: () => now });
    const free = pace.free();
    for (let count = 0; count < 20; count += 1) await free.take(evaluation(10));
    return pace;
  };
  const evaluation = (wall: number) => (): Promise<string> => {
    advance(wall);
    return Promise.resolve('token');
  };
  /** Takes a token for which the pass takes `evaluates` milliseconds and the choice among all tokens `chooses`. */
  const chosen = (
    pace: CompletionLatency,
    chooses: number,
    { worked = chooses, evaluates = 10 } = {},
  ): Promise<string> =>
    pace.take(() => {
      advance(evaluates);
      pace.sampling();
      advance(chooses, worked);
      return Promise.resolve('token');
    });

  it('ends a constrained completion whose tokens take longer and longer', async () => {
    const constrained = (await createPace()).constrained();
    for (const time of [2, 40, 190]) await expect(chosen(constrained, time)).resolves.toBe('token');
    await expect(chosen(constrained, 890)).rejects.toMatchObject({
      code: 'unsupported',
      message: expect.stringContaining('too ambiguous'),
    });
  });

  it('ends no constrained completion because the machine is briefly busy, however often that happens', async () => {
    const constrained = (await createPace()).constrained();
    for (let count = 0; count < 200; count += 1)
      await expect(chosen(constrained, count % 20 === 0 ? 500 : 1)).resolves.toBe('token');
  });

  it('ends no constrained completion whose grammar is evenly slow', async () => {
    const constrained = (await createPace()).constrained();
    for (let count = 0; count < 200; count += 1) await expect(chosen(constrained, 190)).resolves.toBe('token');
  });

  it('ends no constrained completion because of a suspended machine or other busy threads', async () => {
    const constrained = (await createPace()).constrained();
    for (const [wall, worked] of [
      [5_000, 10],
      [20, 5_000],
      [5_000, 30],
    ] as const)
      await expect(chosen(constrained, wall, { worked })).resolves.toBe('token');
  });

  it('ends no constrained completion because many others share its batches', async () => {
    const constrained = (await createPace()).constrained();
    for (let count = 0; count < 30; count += 1)
      await expect(chosen(constrained, 2, { evaluates: 5_000 })).resolves.toBe('token');
  });

  it('gets used to a model that has become slow in everything', async () => {
    const pace = await createPace();
    const free = pace.free();
    for (let count = 0; count < 60; count += 1) await free.take(evaluation(2_000));
    const constrained = pace.constrained();
    for (let count = 0; count < 30; count += 1) await expect(chosen(constrained, 2_500)).resolves.toBe('token');
  });

  it('abandons a constrained token that never arrives and reports it', async () => {
    let reported = 0;
    const pace = new TokenLatencyMonitor(() => (reported += 1), { maxSilence: { intervalMs: 5, maxUnanswered: 4 } });
    expect([reported, pace.isStuck]).toEqual([0, false]);
    await expect(pace.constrained().take(() => new Promise(() => undefined))).rejects.toMatchObject({
      code: 'unsupported',
    });
    expect([reported, pace.isStuck]).toEqual([1, true]);
  });

  it('abandons no token because its own process was stopped for that long', async () => {
    let reported = 0;
    const pace = new TokenLatencyMonitor(() => (reported += 1), { maxSilence: { intervalMs: 20, maxUnanswered: 4 } });
    // Results of the engine arrive after the timers.
    const token = pace.constrained().take(() => turn().then(() => turn('token')));
    for (const start = performance.now(); performance.now() - start < 200;);
    await expect(token).resolves.toBe('token');
    expect(reported).toBe(0);
  });
});
