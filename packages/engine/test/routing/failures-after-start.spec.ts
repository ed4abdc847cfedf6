import { EngineError } from '#src/errors/engine-error.js';
import type { GenerationEvent } from '#src/model/generation-event.js';
import { replay } from '#src/model/replay.js';
import type { LanguageModel } from '#src/ports/language-model.js';
import type { RunContext } from '#src/ports/run-context.js';
import { BackendGroup } from '#src/routing/backend-group.js';
import { Backend } from '#src/routing/backend.js';
import { buildContext, buildRequest, buildResult, readAll } from '#src/testing/builders.js';
import { FakeModel } from '#src/testing/backend-setup.js';

const [start, ...rest] = [...replay(buildResult(['I am a.']))] as [GenerationEvent, ...GenerationEvent[]];
const usage: GenerationEvent = {
  type: 'generation-usage',
  usage: { inputTokens: 5, outputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0, reasoningTokens: 0 },
};

/** A group of one backend that responds as the test defines and one that responds normally. */
function groupOf(
  generate: (context: RunContext) => AsyncGenerator<GenerationEvent>,
  retries = 2,
): { readonly group: BackendGroup; readonly other: FakeModel } {
  const other = new FakeModel('b');
  const first: LanguageModel = {
    modelInfo: () => other.modelInfo(),
    generate: (_, context) => generate(context),
    close: async () => undefined,
  };
  const members = [new Backend('a', first), new Backend('b', other)].map((backend, index) => ({
    backend,
    weight: index === 0 ? 1000 : 1,
    concurrency: 10,
    queue: 10,
  }));
  return { group: new BackendGroup({ id: 'm', members, rules: { retries, affinity: false } }), other };
}

function stopped(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) =>
    signal.addEventListener('abort', () => reject(new EngineError('cancelled', 'Left.')), { once: true }),
  );
}

describe('a backend that fails after its first event', () => {
  it.each([
    ['at once', []],
    ['and reports the usage of the failed attempt', [usage]],
  ])('retries on another backend when it fails before any response, %s', async (_, reported) => {
    const { group, other } = groupOf(async function* () {
      yield start;
      yield* reported;
      throw new EngineError('overloaded', 'Busy.');
    });
    const { result } = await readAll(group.generate(buildRequest('hi'), buildContext()));
    expect(result.parts).toMatchObject([{ text: 'I am b.' }]);
    expect(other.runs).toHaveLength(1);
    await group.close();
  });

  it('reports the failure when there is no other backend', async () => {
    const { group } = groupOf(async function* () {
      yield start;
      throw new EngineError('upstream-failed', 'Broken.');
    }, 0);
    await expect(readAll(group.generate(buildRequest('hi'), buildContext()))).rejects.toMatchObject({
      code: 'upstream-failed',
    });
    await group.close();
  });

  it('is not waited for: the start is relayed soon, and the rest when it arrives', async () => {
    const { promise: goOn, resolve } = Promise.withResolvers<void>();
    const { group } = groupOf(async function* () {
      yield start;
      await goOn;
      yield* rest;
    });
    const stream = group.generate(buildRequest('hi'), buildContext())[Symbol.asyncIterator]();
    expect(await stream.next()).toEqual({ done: false, value: start });
    resolve();
    const seen: GenerationEvent[] = [];
    for (let step = await stream.next(); step.done !== true; step = await stream.next()) seen.push(step.value);
    expect(seen).toEqual(rest);
    await group.close();
  });

  it('is aborted when its reader then disconnects', async () => {
    let aborted = false;
    const { group } = groupOf(async function* ({ signal }) {
      yield start;
      await stopped(signal).catch(() => (aborted = true));
      throw new EngineError('cancelled', 'Left.');
    });
    const stream = group.generate(buildRequest('hi'), buildContext())[Symbol.asyncIterator]();
    await stream.next();
    await stream.return?.();
    expect(aborted).toBe(true);
    expect(group.status()).toMatchObject([{ running: 0 }, { running: 0 }]);
    await group.close();
  });
});
