import * as fc from 'fast-check';
import { EngineError } from '#src/errors/engine-error.js';
import { createScriptedModel } from '#src/testing/scripted/scripted-model.js';
import type { LanguageModel } from '#src/ports/language-model.js';
import { ModelPattern } from '#src/routing/model-pattern.js';
import { ModelRegistry, type ModelRoute } from '#src/routing/model-registry.js';
import { combineWatchers, type RunWatch, type WatchRun } from '#src/routing/run-watch.js';
import { buildContext, buildRequest } from '#src/testing/builders.js';
import { generateText, upstreamFailure, settle, FakeModel } from '#src/testing/backend-setup.js';

const languageModel = (id: string, more: Partial<LanguageModel> = {}): LanguageModel => ({
  ...createScriptedModel({ id, script: [] }),
  ...more,
});

async function ownerOf(registry: ModelRegistry, name: string): Promise<string> {
  return (await registry.resolve(name).modelInfo()).id;
}

describe('the model registry', () => {
  it('returns a language model with any capabilities', () => {
    // Embeddings and scores have ways of their own out of the registry.
    const complete: Required<Omit<LanguageModel, 'embedding' | 'rerank'>> = {
      ...languageModel('whole'),
      native: { dialect: 'messages', signer: 'x' },
      signer: 'y',
      supportsParameter: () => true,
      countTokens: async () => ({ inputTokens: 1 }),
      probe: async () => undefined,
      available: () => true,
      warmUp: async () => undefined,
    };
    const serviceOnlyFields = new Set(['probe', 'available', 'warmUp']);
    const wanted = Object.keys(complete).filter((name) => !serviceOnlyFields.has(name));
    const givenOut = (of: LanguageModel): readonly string[] => {
      const resolved = new ModelRegistry([{ pattern: 'm', languageModel: of }]).resolve('m');
      return Object.keys(complete).filter((name) => Reflect.get(resolved, name) !== undefined);
    };
    expect(givenOut(complete)).toEqual(wanted);
    expect(givenOut(languageModel('plain')).toSorted()).toEqual(['close', 'generate', 'modelInfo']);
  });

  it('prefers an exact name to a pattern', async () => {
    const registry = new ModelRegistry([
      { pattern: 'demo*', languageModel: languageModel('pattern') },
      { pattern: 'demo', languageModel: languageModel('exact') },
    ]);
    expect(await ownerOf(registry, 'demo')).toBe('exact');
    expect(await ownerOf(registry, 'demo-2')).toBe('pattern');
  });

  it('prefers the pattern with the longest literal prefix', async () => {
    const registry = new ModelRegistry([
      { pattern: '*', languageModel: languageModel('any') },
      { pattern: 'claude-*', languageModel: languageModel('claude') },
      { pattern: 'claude-haiku-*', languageModel: languageModel('haiku') },
    ]);
    expect(await ownerOf(registry, 'claude-haiku-4')).toBe('haiku');
    expect(await ownerOf(registry, 'claude-opus')).toBe('claude');
    expect(await ownerOf(registry, 'gpt')).toBe('any');
  });

  it('prefers the first of two patterns with equally long prefixes', async () => {
    const registry = new ModelRegistry([
      { pattern: 'm-*-a', languageModel: languageModel('first') },
      { pattern: 'm-*', languageModel: languageModel('second') },
    ]);
    expect(await ownerOf(registry, 'm-x-a')).toBe('first');
    expect(await ownerOf(registry, 'm-x')).toBe('second');
  });

  it('rejects an unknown name and lists the concrete ones', () => {
    const registry = new ModelRegistry([
      { pattern: 'demo', languageModel: languageModel('demo') },
      { pattern: 'claude-*', languageModel: languageModel('claude') },
    ]);
    const refused = (): unknown => registry.resolve('nope');
    expect(refused).toThrow(new EngineError('unknown-model', 'The model "nope" does not exist. Models: demo.'));
    expect(refused).toThrow(expect.objectContaining({ code: 'unknown-model', param: 'model' }));
  });

  it('shows only the start of a name that was made to fill the log', () => {
    const registry = new ModelRegistry([]);
    expect(() => registry.resolve('x'.repeat(100_000))).toThrow(/^.{1,200}$/);
  });

  it('is not fooled by names that objects have', () => {
    const registry = new ModelRegistry([{ pattern: 'demo', languageModel: languageModel('demo') }]);
    for (const name of ['__proto__', 'constructor', 'toString', ''])
      expect(() => registry.resolve(name)).toThrow(EngineError);
  });

  it('lists a ModelInfo for each concrete name, and none for patterns', async () => {
    const shared = languageModel('inner');
    const registry = new ModelRegistry([
      { pattern: 'one', languageModel: shared },
      { pattern: 'two', languageModel: shared },
      { pattern: 'any-*', languageModel: shared },
    ]);
    expect((await registry.modelInfos()).map(({ id }) => id)).toEqual(['one', 'two']);
    expect(await registry.modelInfo('any-thing')).toMatchObject({ id: 'any-thing', ownedBy: 'script' });
  });

  it('lists models with a description together with those without', async () => {
    const lost = languageModel('lost', {
      modelInfo: async () => Promise.reject(new EngineError('upstream-failed', 'The file is not a GGUF model.')),
    });
    const registry = new ModelRegistry([
      { pattern: 'lost', languageModel: lost },
      { pattern: 'whole', languageModel: languageModel('inner') },
    ]);
    expect((await registry.modelInfos()).map(({ id }) => id)).toEqual(['whole']);
    await expect(new ModelRegistry([{ pattern: 'lost', languageModel: lost }]).modelInfos()).rejects.toThrow(
      'not a GGUF model',
    );
  });

  it('reports every language model that fails to initialize, and its route name', async () => {
    const failing = (why: string): LanguageModel =>
      languageModel(why, { warmUp: async () => Promise.reject(new Error(why)) });
    const shared = failing('shared');
    const registry = new ModelRegistry([
      { pattern: 'any-*', languageModel: shared },
      { pattern: 'a', languageModel: shared },
      { pattern: 'b', languageModel: languageModel('fine', { warmUp: async () => undefined }) },
      { pattern: 'c-*', languageModel: failing('own') },
    ]);
    const reported: unknown[] = [];
    await registry.warmUp((name, error) => reported.push([name, String(error)]));
    expect(reported).toEqual(
      expect.arrayContaining([
        ['a', 'Error: shared'],
        ['c-*', 'Error: own'],
      ]),
    );
    expect(reported).toHaveLength(2);
  });

  it('rejects two routes of the same name', () => {
    const route = { pattern: 'a-*', languageModel: languageModel('a') };
    expect(() => new ModelRegistry([route, route])).toThrow(EngineError);
  });

  it('warms up and closes each language model once, and closes the others when one fails to', async () => {
    const log: string[] = [];
    const noting = (id: string, fails = false): LanguageModel =>
      languageModel(id, {
        warmUp: async () => void log.push(`warm ${id}`),
        close: async () => {
          log.push(`close ${id}`);
          if (fails) throw new Error('stuck');
        },
      });
    const shared = noting('shared', true);
    const registry = new ModelRegistry([
      { pattern: 'a', languageModel: shared },
      { pattern: 'b', languageModel: shared },
      { pattern: 'c', languageModel: noting('other') },
    ]);
    await registry.warmUp(() => log.push('never'));
    await expect(registry.close()).rejects.toThrow(AggregateError);
    expect(log).toEqual(['warm shared', 'warm other', 'close shared', 'close other']);
  });
});

describe('routes that are replaced', () => {
  const route = (pattern: string, fake: FakeModel): ModelRoute => ({ pattern, languageModel: fake });

  it('apply to later requests, also for a language model that was looked up before', async () => {
    const [before, after] = [new FakeModel('before'), new FakeModel('after')];
    const registry = new ModelRegistry([route('m', before)]);
    const resolved = registry.resolve('m');
    expect(await generateText(resolved)).toBe('before');
    await registry.replace([route('m', after), route('n-*', after)]);
    expect([await generateText(resolved), await generateText(registry.resolve('n-1'))]).toEqual(['after', 'after']);
    expect(registry.names).toEqual(['m']);
    expect([before.closed, after.closed]).toEqual([1, 0]);
    await registry.close();
    expect([before.closed, after.closed]).toEqual([1, 1]);
  });

  it('let running requests finish, and close their language model then', async () => {
    const [before, after] = [new FakeModel('before'), new FakeModel('after')];
    before.behavior = undefined;
    const registry = new ModelRegistry([route('m', before)]);
    const asked = [generateText(registry.resolve('m')), generateText(registry.resolve('m'))];
    await settle();
    const replaced = registry.replace([route('m', after)]);
    before.runs[0]?.finish();
    await settle();
    expect([await asked[0], before.closed, await generateText(registry.resolve('m'))]).toEqual(['before', 0, 'after']);
    before.runs[1]?.fail(upstreamFailure());
    expect(await asked[1]).toBe('upstream-failed');
    await replaced;
    expect(before.closed).toBe(1);
  });

  it('leave a language model unchanged that is in both', async () => {
    const [shared, other] = [new FakeModel('shared'), new FakeModel('other')];
    const registry = new ModelRegistry([route('m', shared), route('n', other)]);
    await registry.replace([route('o', shared)]);
    expect([shared.closed, other.closed]).toEqual([0, 1]);
    expect(await generateText(registry.resolve('o'))).toBe('shared');
    expect(() => registry.resolve('m')).toThrow(EngineError);
  });

  it('change nothing when they are invalid', async () => {
    const [before, after] = [new FakeModel('before'), new FakeModel('after')];
    const registry = new ModelRegistry([route('m', before)]);
    expect(() => registry.replace([route('m', after), route('m', after)])).toThrow(EngineError);
    expect([await generateText(registry.resolve('m')), before.closed]).toEqual(['before', 0]);
  });

  it('do not wait for a reader who disconnected, nor for a failed one', async () => {
    const before = new FakeModel('before');
    before.behavior = undefined;
    const registry = new ModelRegistry([route('m', before)]);
    const abort = new AbortController();
    const aborted = generateText(registry.resolve('m'), 'Hi', abort.signal);
    const stream = registry.resolve('m').generate(buildRequest('Hi'), buildContext())[Symbol.asyncIterator]();
    const first = stream.next();
    await settle();
    before.runs[1]?.start();
    await first;
    const replaced = registry.replace([]);
    abort.abort();
    expect(await aborted).toBe('cancelled');
    expect(before.closed).toBe(0);
    await stream.return?.();
    await replaced;
    expect(before.closed).toBe(1);
  });

  it('cannot restore a language model that is closing', async () => {
    const before = new FakeModel('before');
    before.behavior = undefined;
    const registry = new ModelRegistry([route('m', before)]);
    const asked = generateText(registry.resolve('m'));
    await settle();
    const replaced = registry.replace([]);
    expect(() => registry.replace([route('m', before)])).toThrow(expect.objectContaining({ code: 'conflict' }));
    before.runs[0]?.finish();
    expect(await asked).toBe('before');
    await replaced;
  });

  it('close with everything else at the end, also what still runs', async () => {
    const before = new FakeModel('before');
    before.behavior = undefined;
    const registry = new ModelRegistry([route('m', before)]);
    const asked = generateText(registry.resolve('m'));
    await settle();
    void registry.replace([]);
    await registry.close();
    expect(before.closed).toBe(1);
    before.runs[0]?.finish();
    await asked;
  });

  it('report how many models are known to be unavailable', async () => {
    const [well, ill] = [new FakeModel('well'), new FakeModel('ill')];
    const registry = new ModelRegistry([
      route('m', well),
      { pattern: 'n', languageModel: Object.assign(ill, { available: () => false }) },
      route('o-*', ill),
    ]);
    expect(registry.availability()).toEqual({ unavailable: 1, all: 2 });
  });
});

describe('watchers of a run', () => {
  const traceOf = (digit: string): { traceparent: string } => ({
    traceparent: `00-${digit.repeat(32)}-${digit.repeat(16)}-01`,
  });

  /** Records its notifications under `name`. */
  function watcher(name: string, seen: string[], trace?: { traceparent: string }): WatchRun {
    return ({ pattern }): RunWatch => {
      seen.push(`${name} begins ${pattern}`);
      return {
        ...(trace === undefined ? {} : { trace }),
        push: ({ type }) => void seen.push(`${name} ${type}`),
        complete: () => void seen.push(`${name} completes`),
        fail: () => void seen.push(`${name} fails`),
        end: () => void seen.push(`${name} ends`),
      };
    };
  }

  it('observe it together, and the last one with a trace of its own sets the trace for the language model', async () => {
    const seen: string[] = [];
    const fake = new FakeModel('a');
    const registry = new ModelRegistry(
      [{ pattern: 'm-*', languageModel: fake }],
      combineWatchers([watcher('one', seen, traceOf('2')), watcher('two', seen, traceOf('3')), () => undefined]),
    );
    await generateText(registry.resolve('m-1'));
    fake.behavior = upstreamFailure();
    await generateText(registry.resolve('m-2'));
    const both = (...reported: readonly string[]): readonly string[] =>
      reported.flatMap((what) => [`one ${what}`, `two ${what}`]);
    const eventTypes = ['generation-start', 'part-start', 'part-delta', 'part-end', 'generation-end'];
    expect(seen).toEqual(both('begins m-*', ...eventTypes, 'ends', 'begins m-*', 'fails', 'ends'));
    expect(fake.runs.map((run) => run.context.trace)).toEqual([traceOf('3'), traceOf('3')]);
  });

  it('are not notified of a stream without a reader; the trace of the context remains where none has another', async () => {
    const seen: string[] = [];
    const fake = new FakeModel('a');
    const registry = new ModelRegistry(
      [{ pattern: 'm', languageModel: fake }],
      combineWatchers([watcher('one', seen), watcher('two', seen)]),
    );
    const generate = (): AsyncIterable<unknown> =>
      registry.resolve('m').generate(buildRequest('Hi'), { ...buildContext(), trace: traceOf('1') });
    generate();
    expect(seen).toEqual(['one begins m', 'two begins m']);
    for await (const event of generate()) expect(event).toBeDefined();
    expect(fake.runs.map((run) => run.context.trace)).toEqual([traceOf('1')]);
  });
});

describe('a model pattern', () => {
  it('matches exactly what the same pattern as a regular expression matches', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*'), maxLength: 8 });
    const name = fc.string({ unit: fc.constantFrom('a', 'b', '.'), maxLength: 10 });
    fc.assert(
      fc.property(text, name, (pattern, candidate) => {
        const oracle = new RegExp(
          `^${pattern
            .split('*')
            .map((segment) => segment.replaceAll('.', '\\.'))
            .join('.*')}$`,
        );
        expect(new ModelPattern(pattern).matches(candidate)).toBe(oracle.test(candidate));
      }),
      { numRuns: 2000 },
    );
  });
});
