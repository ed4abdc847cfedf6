import { EngineError, errorCodes } from '#src/errors/engine-error.js';
import { judgeFailure } from '#src/routing/judge-failure.js';
import { buildContext, buildRequest } from '#src/testing/builders.js';
import { generateText, upstreamFailure, firstRunOf, setUpBackends, settle } from '#src/testing/backend-setup.js';

const tired = (): EngineError => new EngineError('rate-limited', 'Too many.', { retryAfter: 7 });
const busy = (): EngineError => new EngineError('overloaded', 'Busy.', { retryAfter: 3 });

describe('a group with backends that are unwell', () => {
  it('does not blame a backend for what its model wrote', () => {
    expect(judgeFailure(new EngineError('upstream-failed', 'The model wrote nonsense.', { byModel: true }))).toBe(
      'request',
    );
    expect(judgeFailure(new EngineError('upstream-failed', 'It is gone.'))).toBe('backend');
  });

  it('forwards an error of the request itself at once, without counting a backend failure', async () => {
    const rehearsal = setUpBackends('ab');
    const faults = errorCodes.filter((code) =>
      ['request', 'client'].includes(judgeFailure(new EngineError(code, 'x'))),
    );
    expect(faults).toEqual(
      expect.arrayContaining(['invalid-request', 'context-overflow', 'upstream-rejected', 'cancelled']),
    );
    for (const code of [...faults, ...faults]) {
      for (const fake of rehearsal.fakes) fake.behavior = new EngineError(code, 'x');
      expect(await generateText(rehearsal.group)).toBe(code);
    }
    expect(rehearsal.group.status().map(({ status }) => status)).toEqual(['closed', 'closed']);
    expect(rehearsal.fakes.reduce((sum, { runs }) => sum + runs.length, 0)).toBe(2 * faults.length);
  });

  it('retries on the same backend when there is no other, but not on a silent one', async () => {
    const rehearsal = setUpBackends('a');
    firstRunOf(rehearsal).behavior = upstreamFailure();
    const asked = generateText(rehearsal.group);
    await settle();
    firstRunOf(rehearsal).behavior = 'complete';
    expect(await asked).toBe('a');
    firstRunOf(rehearsal).behavior = new EngineError('timed-out', 'Silence.');
    expect(await generateText(rehearsal.group)).toBe('timed-out');
    expect(firstRunOf(rehearsal).runs).toHaveLength(3);
  });

  it('opens the circuit of a backend after failures, and closes it after one response', async () => {
    const rehearsal = setUpBackends('ab', { rules: { retries: 1 } });
    const [a] = rehearsal.fakes;
    firstRunOf(rehearsal).behavior = upstreamFailure();
    for (let count = 0; count < 20; count += 1) expect(await generateText(rehearsal.group)).toBe('b');
    expect(a?.runs).toHaveLength(3);
    expect(rehearsal.changes).toMatchObject([{ name: 'a', status: 'open' }]);
    rehearsal.now = 1000;
    firstRunOf(rehearsal).behavior = 'complete';
    for (let count = 0; count < 10; count += 1) await generateText(rehearsal.group);
    // It has its share again, and does not catch up on what it missed.
    expect(
      Math.abs(rehearsal.fakes.reduce((sum, { name, runs }) => sum + (name === 'a' ? runs.length - 3 : 0), 0) - 5),
    ).toBeLessThanOrEqual(1);
    expect(rehearsal.changes.map(({ status }) => status)).toEqual(['open', 'half-open', 'closed']);
  });

  it('asks a backend how it is before it risks a request, where that is possible', async () => {
    const rehearsal = setUpBackends('ab');
    const a = firstRunOf(rehearsal);
    let probes = 0;
    let well = false;
    a.probe = async () => {
      probes += 1;
      if (!well) throw new Error('no');
    };
    a.behavior = upstreamFailure();
    for (let count = 0; count < 10; count += 1) await generateText(rehearsal.group);
    rehearsal.now = 1000;
    for (let count = 0; count < 10; count += 1) expect(await generateText(rehearsal.group)).toBe('b');
    expect([probes, a.runs.length]).toEqual([1, 3]);
    [well, a.behavior] = [true, 'complete'];
    rehearsal.now = 3000;
    await generateText(rehearsal.group);
    await settle();
    expect(await generateText(rehearsal.group)).toBe('a');
    expect(probes).toBe(2);
  });

  it('waits for its health check when there is no other backend', async () => {
    const rehearsal = setUpBackends('a', { rules: { retries: 0 } });
    const a = firstRunOf(rehearsal);
    const pending: { resolve(): void; reject(error: Error): void }[] = [];
    a.probe = () => new Promise((resolve, reject) => pending.push({ resolve, reject }));
    a.behavior = upstreamFailure();
    for (let count = 0; count < 3; count += 1) await generateText(rehearsal.group);
    expect([await generateText(rehearsal.group), pending.length]).toEqual(['overloaded', 0]);
    rehearsal.now = 1000;
    a.behavior = 'complete';
    const refused = [generateText(rehearsal.group), generateText(rehearsal.group)];
    await settle();
    pending[0]?.reject(new Error('no'));
    expect(await Promise.all(refused)).toEqual(['overloaded', 'overloaded']);
    rehearsal.now = 3000;
    const outputs = [generateText(rehearsal.group), generateText(rehearsal.group)];
    await settle();
    pending[1]?.resolve();
    expect(await Promise.all(outputs)).toEqual(['a', 'a']);
    expect(pending).toHaveLength(2);
  });

  it('holds a circuit open for the retry-after of its backend, and reports the minimum to the client when all do', async () => {
    const rehearsal = setUpBackends('ab');
    firstRunOf(rehearsal).behavior = tired();
    firstRunOf(rehearsal, 1).behavior = busy();
    await generateText(rehearsal.group);
    expect(rehearsal.group.status().map(({ status }) => status)).toEqual(['backing-off', 'backing-off']);
    const refusal = rehearsal.group.generate(buildRequest('Hi'), buildContext())[Symbol.asyncIterator]().next();
    await expect(refusal).rejects.toMatchObject({ code: 'overloaded', retryAfter: 3 });
    expect(rehearsal.fakes.map(({ runs }) => runs.length)).toEqual([1, 1]);
    for (const fake of rehearsal.fakes) fake.behavior = 'complete';
    rehearsal.now = 3000;
    expect([await generateText(rehearsal.group), await generateText(rehearsal.group)]).toEqual(['b', 'b']);
    rehearsal.now = 7000;
    expect(await generateText(rehearsal.group)).toBe('a');
  });

  it('caps a retry-after of hours', async () => {
    const rehearsal = setUpBackends('a');
    firstRunOf(rehearsal).behavior = new EngineError('overloaded', 'Busy.', { retryAfter: 86_400 });
    await generateText(rehearsal.group);
    rehearsal.now = 60_000;
    firstRunOf(rehearsal).behavior = 'complete';
    expect(await generateText(rehearsal.group)).toBe('a');
  });
});
