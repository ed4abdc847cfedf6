import { defaultBreakerSettings } from '#src/routing/circuit-breaker.js';
import { conversationKey } from '#src/routing/conversation-key.js';
import { selectPreferredBackend } from '#src/routing/select-preferred-backend.js';
import { buildContext, buildRequest } from '#src/testing/builders.js';
import { generateText, upstreamFailure, firstRunOf, setUpBackends, settle } from '#src/testing/backend-setup.js';

describe('the line in front of a group of backends', () => {
  it('runs no more than the limit on a backend, queues others in order, and rejects what exceeds the queue', async () => {
    const rehearsal = setUpBackends('a', {}, { concurrency: 2, queue: 2 });
    const a = firstRunOf(rehearsal);
    a.behavior = undefined;
    const asked = Array.from({ length: 5 }, (_, index) => generateText(rehearsal.group, `request ${index}`));
    await settle();
    expect(rehearsal.group.status()).toMatchObject([{ running: 2, waiting: 2 }]);
    expect(await asked[4]).toBe('rate-limited');
    for (const _ of asked.slice(0, 4)) {
      for (const run of a.runs) run.finish();
      await settle();
    }
    expect(await Promise.all(asked.slice(0, 4))).toEqual(['a', 'a', 'a', 'a']);
    expect(rehearsal.group.status()).toMatchObject([{ running: 0, waiting: 0 }]);
  });

  it('reports when the queue may be shorter', async () => {
    const rehearsal = setUpBackends('a', {}, { concurrency: 1, queue: 0 });
    firstRunOf(rehearsal).behavior = undefined;
    const asked = generateText(rehearsal.group);
    await settle();
    await expect(
      rehearsal.group.generate(buildRequest('Hi'), buildContext())[Symbol.asyncIterator]().next(),
    ).rejects.toMatchObject({ code: 'rate-limited', retryAfter: 2 });
    firstRunOf(rehearsal).runs[0]?.finish();
    expect(await asked).toBe('a');
  });

  it('lets a request that waits for a busy backend run on another free one', async () => {
    const rehearsal = setUpBackends('ab', { rules: { affinity: true } }, { concurrency: 1 });
    for (const fake of rehearsal.fakes) fake.behavior = undefined;
    const asked = Array.from({ length: 4 }, (_, index) => generateText(rehearsal.group, `question ${index}`));
    await settle();
    expect(rehearsal.fakes.map(({ runs }) => runs.length)).toEqual([1, 1]);
    // Only b continues, and takes all requests.
    for (let round = 0; round < 4; round += 1) {
      for (const run of firstRunOf(rehearsal, 1).runs) run.finish();
      await settle();
    }
    expect(rehearsal.fakes.map(({ runs }) => runs.length)).toEqual([1, 3]);
    firstRunOf(rehearsal).runs[0]?.finish();
    expect((await Promise.all(asked)).toSorted()).toEqual(['a', 'b', 'b', 'b']);
  });

  it('lets requests of a backend whose circuit is now open run elsewhere, in order of arrival', async () => {
    const rehearsal = setUpBackends(
      'ab',
      { rules: { affinity: true, retries: 0, breaker: { ...defaultBreakerSettings, failures: 1 } } },
      { concurrency: 1 },
    );
    const [a, b] = [firstRunOf(rehearsal), firstRunOf(rehearsal, 1)];
    for (const fake of rehearsal.fakes) fake.behavior = undefined;
    // Conversations by preferred backend, so that the test knows which request waits for which backend.
    const texts = (preferredBackend: string): string[] =>
      Array.from({ length: 40 }, (_, index) => `question ${index}`).filter(
        (text) =>
          selectPreferredBackend(conversationKey(buildRequest(text), 'owner_test'), [
            { name: 'a', weight: 1 },
            { name: 'b', weight: 1 },
          ])?.name === preferredBackend,
      );
    const [runsOnA = '', waitsForA = ''] = texts('a');
    const [runsOnB = '', waitsForB = ''] = texts('b');
    const asked = [runsOnA, runsOnB, waitsForA, waitsForB].map((text) => generateText(rehearsal.group, text));
    await settle();
    expect(rehearsal.group.status()).toMatchObject([
      { running: 1, waiting: 1 },
      { running: 1, waiting: 1 },
    ]);
    a.runs[0]?.fail(upstreamFailure());
    b.runs[0]?.finish();
    await settle();
    b.runs[1]?.finish();
    expect(await asked[2]).toBe('b');
    b.runs[2]?.finish();
    await settle();
    b.runs[2]?.finish();
    expect(await Promise.all(asked)).toEqual(['upstream-failed', 'b', 'b', 'b']);
  });

  it('rejects the queue when the circuit of the last backend opens', async () => {
    const rehearsal = setUpBackends(
      'a',
      { rules: { retries: 0, breaker: { ...defaultBreakerSettings, failures: 1 } } },
      { concurrency: 1 },
    );
    firstRunOf(rehearsal).behavior = undefined;
    const asked = Array.from({ length: 3 }, () => generateText(rehearsal.group));
    await settle();
    firstRunOf(rehearsal).runs[0]?.fail(upstreamFailure());
    expect(await Promise.all(asked)).toEqual(['upstream-failed', 'overloaded', 'overloaded']);
    expect(rehearsal.group.status()).toMatchObject([{ running: 0, waiting: 0, status: 'open' }]);
  });

  it('lets a request wait no longer than the rules allow', async () => {
    const rehearsal = setUpBackends('a', { rules: { queueMs: 20 } }, { concurrency: 1 });
    firstRunOf(rehearsal).behavior = undefined;
    const running = generateText(rehearsal.group);
    expect(await generateText(rehearsal.group)).toBe('overloaded');
    firstRunOf(rehearsal).runs[0]?.finish();
    expect(await running).toBe('a');
  });
});
