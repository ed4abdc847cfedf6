import { EngineError } from '#src/errors/engine-error.js';
import { generateText, upstreamFailure, setUpBackends, settle } from '#src/testing/backend-setup.js';

describe('a group of backends under many failures', () => {
  it('sends one request no more often than the retry rules allow', async () => {
    for (const retries of [0, 1, 2]) {
      const rehearsal = setUpBackends('abcd', { rules: { retries } });
      for (const fake of rehearsal.fakes) fake.behavior = upstreamFailure();
      expect(await generateText(rehearsal.group)).toBe('upstream-failed');
      expect(rehearsal.fakes.reduce((sum, { runs }) => sum + runs.length, 0)).toBe(1 + retries);
    }
  });

  it('retries on another backend for a feature that one lacks, never on the same again, without counting a failure', async () => {
    const lacks = new EngineError('unsupported', 'This model reads no pictures.');
    const rehearsal = setUpBackends('ab');
    const [a, b] = rehearsal.fakes;
    if (a === undefined || b === undefined) throw new Error('there are two');
    a.behavior = lacks;
    for (let count = 0; count < 10; count += 1) expect(await generateText(rehearsal.group)).toBe('b');
    expect(a.runs.length).toBeGreaterThan(1);
    expect(rehearsal.changes).toEqual([]);
    b.behavior = lacks;
    const before = a.runs.length + b.runs.length;
    expect(await generateText(rehearsal.group)).toBe('unsupported');
    expect(a.runs.length + b.runs.length).toBe(before + 2);
  });

  it('spends no retry of others on a feature that a backend lacks, however often it is requested', async () => {
    const rehearsal = setUpBackends('ab');
    const [a, b] = rehearsal.fakes;
    if (a === undefined || b === undefined) throw new Error('there are two');
    a.behavior = new EngineError('unsupported', 'This model reads no pictures.');
    const { behavior } = b;
    for (let count = 0; count < 100; count += 1) expect(await generateText(rehearsal.group)).toBe('b');
    b.behavior = a.behavior;
    for (let count = 0; count < 100; count += 1) expect(await generateText(rehearsal.group)).toBe('unsupported');
    [a.behavior, b.behavior] = [upstreamFailure(), behavior];
    for (let count = 0; count < 4; count += 1) expect(await generateText(rehearsal.group)).toBe('b');
  });

  it('reports the reason of a backend that may succeed later, though others lack what the request needs', async () => {
    for (const names of ['ab', 'ba']) {
      const rehearsal = setUpBackends(names);
      for (const fake of rehearsal.fakes)
        fake.behavior =
          fake.name === 'a'
            ? new EngineError('unsupported', 'This model reads no pictures.')
            : new EngineError('rate-limited', 'Come again.', { retryAfter: 1 });
      expect(await generateText(rehearsal.group)).toBe('rate-limited');
    }
  });

  it('accumulates retries for the moment in which a backend crashes with many requests', async () => {
    const rehearsal = setUpBackends('ab', {}, { concurrency: 200 });
    for (let count = 0; count < 250; count += 1) await generateText(rehearsal.group);
    const [a, b] = rehearsal.fakes;
    if (a === undefined || b === undefined) throw new Error('there are two');
    a.behavior = undefined;
    b.behavior = undefined;
    const asked = Array.from({ length: 100 }, () => generateText(rehearsal.group));
    await settle();
    const waiting = a.runs.filter((_, index) => index >= 125);
    expect(waiting).toHaveLength(50);
    for (const run of waiting) run.fail(upstreamFailure());
    await settle();
    for (const run of b.runs) run.finish();
    expect(await Promise.all(asked)).toEqual(Array.from({ length: 100 }, () => 'b'));
  });

  it('sends hardly more than the requests it gets when everything is down', async () => {
    const rehearsal = setUpBackends('abc', {
      rules: {
        breaker: { failures: 1_000_000, failureShare: 1, window: 1_000_000, openMs: 1000, maxOpenMs: 1000 },
      },
    });
    for (const fake of rehearsal.fakes) fake.behavior = upstreamFailure();
    for (let count = 0; count < 1000; count += 1) expect(await generateText(rehearsal.group)).toBe('upstream-failed');
    const sent = rehearsal.fakes.reduce((sum, { runs }) => sum + runs.length, 0);
    // A fifth of a retry for each request, and ten that were saved up.
    expect(sent).toBeGreaterThanOrEqual(1200);
    expect(sent).toBeLessThanOrEqual(1210);
  });
});
