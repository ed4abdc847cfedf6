import { EngineError } from '#src/errors/engine-error.js';
import { emptyUsage } from '#src/model/usage.js';
import type { LanguageModel } from '#src/ports/language-model.js';
import { BackendGroup } from '#src/routing/backend-group.js';
import { Backend } from '#src/routing/backend.js';
import { buildContext, buildRequest } from '#src/testing/builders.js';
import {
  generateText,
  upstreamFailure,
  firstRunOf,
  setUpBackends,
  settle,
  FakeModel,
} from '#src/testing/backend-setup.js';

describe('a group of backends, asked', () => {
  it('shares requests by the weights of the backends', async () => {
    const fakes = [new FakeModel('a'), new FakeModel('b')];
    const group = new BackendGroup({
      id: 'm',
      members: fakes.map((fake, index) => ({
        backend: new Backend(fake.name, fake),
        weight: index + 1,
        concurrency: 4,
        queue: 4,
      })),
      rules: { affinity: false },
    });
    for (let count = 0; count < 30; count += 1) await generateText(group);
    expect(fakes.map(({ runs }) => runs.length)).toEqual([10, 20]);
  });

  it('sends a conversation to the same backend, to another while that is away, and back when it is back', async () => {
    const rehearsal = setUpBackends('abc', { rules: { affinity: true } }, { concurrency: 30 });
    const { group } = rehearsal;
    const preferredBackend = await generateText(group, 'a question');
    for (let count = 0; count < 5; count += 1) expect(await generateText(group, 'a question')).toBe(preferredBackend);
    const preferredBackends = new Set(
      await Promise.all(Array.from({ length: 30 }, (_, index) => generateText(group, `question ${index}`))),
    );
    expect(preferredBackends.size).toBe(3);
    const fake = rehearsal.fakes.find(({ name }) => name === preferredBackend);
    if (fake === undefined) throw new Error('it has a name');
    fake.behavior = upstreamFailure();
    expect(await generateText(group, 'a question')).not.toBe(preferredBackend);
    fake.behavior = 'complete';
    expect(await generateText(group, 'a question')).toBe(preferredBackend);
  });

  it('retries a request that failed before its first event on another backend, and the reader receives one response', async () => {
    const rehearsal = setUpBackends('ab');
    firstRunOf(rehearsal).behavior = upstreamFailure();
    expect(await generateText(rehearsal.group)).toBe('b');
    expect(rehearsal.fakes.map(({ runs, open }) => [runs.length, open])).toEqual([
      [1, 0],
      [1, 0],
    ]);
  });

  it('never retries a request once an event was delivered', async () => {
    const rehearsal = setUpBackends('ab');
    firstRunOf(rehearsal).behavior = undefined;
    const asked = generateText(rehearsal.group);
    await settle();
    firstRunOf(rehearsal).runs[0]?.start();
    await settle();
    firstRunOf(rehearsal).runs[0]?.fail(upstreamFailure());
    expect(await asked).toBe('upstream-failed');
    expect(firstRunOf(rehearsal, 1).runs).toHaveLength(0);
  });

  it('reports the usage of a failure only when it is the last one', async () => {
    const cost = { type: 'generation-usage' as const, usage: { ...emptyUsage, inputTokens: 9 } };
    const costly = (name: string): LanguageModel => ({
      modelInfo: () => new FakeModel(name).modelInfo(),
      close: async () => undefined,
      async *generate() {
        yield cost;
        throw upstreamFailure();
      },
    });
    const members = [costly('a'), costly('b')].map((languageModel, index) => ({
      backend: new Backend(`backend ${index}`, languageModel),
      weight: 1,
      concurrency: 1,
      queue: 1,
    }));
    const stream = new BackendGroup({ id: 'm', members })
      .generate(buildRequest('Hi'), buildContext())
      [Symbol.asyncIterator]();
    expect(await stream.next()).toEqual({ done: false, value: cost });
    await expect(stream.next()).rejects.toMatchObject({ code: 'upstream-failed' });
    expect(await stream.next()).toEqual({ done: true, value: undefined });
  });

  it('loses no slot to a backend that throws before it returns a stream', async () => {
    const rehearsal = setUpBackends('ab', { rules: { retries: 0 } }, { concurrency: 1, queue: 0 });
    const [a] = rehearsal.fakes;
    if (a === undefined) throw new Error('there are two');
    a.generate = () => {
      throw new EngineError('unsupported', 'Not this.');
    };
    const outputs = [
      await generateText(rehearsal.group),
      await generateText(rehearsal.group),
      await generateText(rehearsal.group),
      await generateText(rehearsal.group),
    ];
    expect(outputs.toSorted()).toEqual(['b', 'b', 'unsupported', 'unsupported']);
    expect(rehearsal.group.status().map(({ running }) => running)).toEqual([0, 0]);
  });

  it('releases the slot of a reader who disconnects before the first event', async () => {
    const rehearsal = setUpBackends('a', {}, { concurrency: 1 });
    const [a] = rehearsal.fakes;
    if (a === undefined) throw new Error('there is one');
    a.behavior = undefined;
    const stream = rehearsal.group.generate(buildRequest('Hi'), buildContext())[Symbol.asyncIterator]();
    const pending = stream.next();
    await settle();
    await stream.return?.();
    a.runs[0]?.start();
    expect(await pending).toEqual({ done: true, value: undefined });
    await settle();
    expect([a.open, rehearsal.group.status()[0]?.running]).toEqual([0, 0]);
  });
});
