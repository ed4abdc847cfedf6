import * as fc from 'fast-check';
import { EngineError } from '#src/errors/engine-error.js';
import { createScriptedGenerator } from '#src/generators/scripted/scripted-generator.js';
import type { Generator } from '#src/ports/generator.js';
import { ModelPattern } from '#src/routing/model-pattern.js';
import { ModelRegistry } from '#src/routing/model-registry.js';

const generator = (id: string, more: Partial<Generator> = {}): Generator => ({ ...createScriptedGenerator({ id, script: [] }), ...more });

async function ownerOf(registry: ModelRegistry, name: string): Promise<string> {
  return (await registry.resolve(name).card()).id;
}

describe('the model registry', () => {
  it('prefers an exact name to a pattern', async () => {
    const registry = new ModelRegistry([
      { pattern: 'demo*', generator: generator('pattern') },
      { pattern: 'demo', generator: generator('exact') },
    ]);
    expect(await ownerOf(registry, 'demo')).toBe('exact');
    expect(await ownerOf(registry, 'demo-2')).toBe('pattern');
  });

  it('prefers the pattern with the longest literal prefix', async () => {
    const registry = new ModelRegistry([
      { pattern: '*', generator: generator('any') },
      { pattern: 'claude-*', generator: generator('claude') },
      { pattern: 'claude-haiku-*', generator: generator('haiku') },
    ]);
    expect(await ownerOf(registry, 'claude-haiku-4')).toBe('haiku');
    expect(await ownerOf(registry, 'claude-opus')).toBe('claude');
    expect(await ownerOf(registry, 'gpt')).toBe('any');
  });

  it('prefers the first of two patterns with equally long prefixes', async () => {
    const registry = new ModelRegistry([
      { pattern: 'm-*-a', generator: generator('first') },
      { pattern: 'm-*', generator: generator('second') },
    ]);
    expect(await ownerOf(registry, 'm-x-a')).toBe('first');
    expect(await ownerOf(registry, 'm-x')).toBe('second');
  });

  it('refuses an unknown name and lists the concrete ones', () => {
    const registry = new ModelRegistry([
      { pattern: 'demo', generator: generator('demo') },
      { pattern: 'claude-*', generator: generator('claude') },
    ]);
    const refused = (): unknown => registry.resolve('nope');
    expect(refused).toThrow(new EngineError('unknown-model', 'The model "nope" does not exist. Models: demo.'));
    expect(refused).toThrow(expect.objectContaining({ code: 'unknown-model', param: 'model' }));
  });

  it('shows only the beginning of a name that was made to fill the log', () => {
    const registry = new ModelRegistry([]);
    expect(() => registry.resolve('x'.repeat(100_000))).toThrow(/^.{1,200}$/);
  });

  it('is not fooled by names that objects have', () => {
    const registry = new ModelRegistry([{ pattern: 'demo', generator: generator('demo') }]);
    for (const name of ['__proto__', 'constructor', 'toString', '']) expect(() => registry.resolve(name)).toThrow(EngineError);
  });

  it('lists a card for each concrete name, under that name, and none for patterns', async () => {
    const shared = generator('inner');
    const registry = new ModelRegistry([
      { pattern: 'one', generator: shared },
      { pattern: 'two', generator: shared },
      { pattern: 'any-*', generator: shared },
    ]);
    expect((await registry.cards()).map(({ id }) => id)).toEqual(['one', 'two']);
    expect(await registry.card('any-thing')).toMatchObject({ id: 'any-thing', ownedBy: 'script' });
  });

  it('refuses two routes of the same name', () => {
    const route = { pattern: 'a-*', generator: generator('a') };
    expect(() => new ModelRegistry([route, route])).toThrow(EngineError);
  });

  it('warms up and closes each generator once, and closes the others when one fails to', async () => {
    const log: string[] = [];
    const noting = (id: string, fails = false): Generator =>
      generator(id, {
        warmUp: async () => void log.push(`warm ${id}`),
        close: async () => {
          log.push(`close ${id}`);
          if (fails) throw new Error('stuck');
        },
      });
    const shared = noting('shared', true);
    const registry = new ModelRegistry([
      { pattern: 'a', generator: shared },
      { pattern: 'b', generator: shared },
      { pattern: 'c', generator: noting('other') },
    ]);
    await registry.warmUp();
    await expect(registry.close()).rejects.toThrow(AggregateError);
    expect(log).toEqual(['warm shared', 'warm other', 'close shared', 'close other']);
  });
});

describe('a model pattern', () => {
  it('matches exactly what the same pattern as a regular expression matches', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*'), maxLength: 8 });
    const name = fc.string({ unit: fc.constantFrom('a', 'b', '.'), maxLength: 10 });
    fc.assert(
      fc.property(text, name, (pattern, candidate) => {
        const oracle = new RegExp(`^${pattern.split('*').map((piece) => piece.replaceAll('.', '\\.')).join('.*')}$`);
        expect(new ModelPattern(pattern).matches(candidate)).toBe(oracle.test(candidate));
      }),
      { numRuns: 2000 },
    );
  });
});
