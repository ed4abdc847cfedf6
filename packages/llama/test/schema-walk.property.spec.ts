// Random schemas of every kind, and random texts that their grammars accept: no model and no luck in between.
import * as fc from 'fast-check';

import { EngineError, isObject, type JsonObject, type JsonValue } from '@org/engine';
import { Gbnf } from '#src/grammar/gbnf.js';
import { JsonRules } from '#src/grammar/json/json-rules.js';
import { SchemaCheck } from '#src/grammar/json/schema-check.js';
import { SchemaGrammar } from '#src/grammar/json/schema-grammar.js';
import { stringFormats } from '#src/grammar/json/string-formats.js';

import { GrammarWalk } from './grammar-walk.js';
import { seededRandom } from './seeded-random.js';

const names = fc.constantFrom('a', 'b', 'ab', 'kind', 'x y', 'é', '"', '__proto__');
const scalars: fc.Arbitrary<JsonValue> = fc.constantFrom<JsonValue>(
  'a',
  'b',
  '',
  'é"\\',
  0,
  1,
  -3,
  2.5,
  1e20,
  true,
  false,
  null,
  { a: 1 },
  [1, 'b'],
);
const types = fc.constantFrom('object', 'array', 'string', 'number', 'integer', 'boolean', 'null');
const bounds = fc.constantFrom(-1e18, -1200, -2.5, -1, 0, 1, 2, 3.25, 10, 99, 1e16, 1e20);
const sizes = fc.nat({ max: 4 });
const patterns = fc.constantFrom(
  '^[a-c]{2,4}$',
  '^(foo|ba[rz])+$',
  '^\\d{3}-\\w\\S$',
  'a.b?$|^"$',
  '^[a-z][a-z0-9-]*$',
  '^a?b?$',
  'x',
  '^(?:ab)*c$',
  '(?!a)b',
  '^$',
  '^(a*)?$',
  '^\\p{L}+$',
);

/**
 * Includes a keyword in the given number of twenty schemas, because all keywords at once would contradict each other
 * and nothing would be valid.
 */
const sometimes = <T>(weight: number, value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ arbitrary: fc.constant(undefined), weight: 20 - weight }, { arbitrary: value, weight });
const maybe = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => sometimes(1, value);

const { schema: schemas } = fc.letrec<{ schema: JsonValue; part: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    { arbitrary: fc.constantFrom<JsonValue>(true, false, {}), weight: 1 },
    { arbitrary: tie('part'), weight: 9 },
  ),
  part: fc
    .record({
      type: sometimes(12, fc.oneof(types, fc.uniqueArray(types, { minLength: 1, maxLength: 3 }))),
      enum: maybe(fc.uniqueArray(scalars, { minLength: 1, maxLength: 4 })),
      const: maybe(scalars),
      properties: sometimes(5, fc.dictionary(names, tie('schema'), { maxKeys: 3 })),
      required: sometimes(3, fc.uniqueArray(names, { maxLength: 2 })),
      additionalProperties: sometimes(3, fc.oneof(fc.constant(false), tie('schema'))),
      propertyNames: maybe(
        fc.constantFrom<JsonValue>(
          { type: 'string' },
          { type: 'number' },
          { maxLength: 2 },
          { enum: ['a', 'b'] },
          { type: 'string', enum: ['b', 'c', 3] },
        ),
      ),
      minProperties: maybe(sizes),
      maxProperties: maybe(sizes),
      patternProperties: maybe(fc.constantFrom<JsonValue>({}, { '^a': { type: 'string' } })),
      unevaluatedProperties: maybe(fc.constantFrom<JsonValue>(false, true)),
      items: sometimes(3, fc.oneof(tie('schema'), fc.array(tie('schema'), { minLength: 1, maxLength: 2 }))),
      prefixItems: maybe(fc.array(tie('schema'), { minLength: 1, maxLength: 2 })),
      minItems: sometimes(3, sizes),
      maxItems: sometimes(3, sizes),
      uniqueItems: maybe(fc.boolean()),
      contains: maybe(tie('schema')),
      minLength: sometimes(3, sizes),
      maxLength: sometimes(3, sizes),
      pattern: sometimes(3, patterns),
      format: maybe(fc.constantFrom(...Object.keys(stringFormats), 'iri')),
      minimum: sometimes(3, bounds),
      maximum: sometimes(3, bounds),
      exclusiveMinimum: maybe(bounds),
      exclusiveMaximum: maybe(bounds),
      multipleOf: maybe(fc.constantFrom(1, 2, 0.1)),
      anyOf: sometimes(3, fc.array(tie('schema'), { minLength: 1, maxLength: 3 })),
      oneOf: sometimes(3, fc.array(tie('schema'), { minLength: 1, maxLength: 3 })),
      allOf: sometimes(3, fc.array(tie('schema'), { minLength: 1, maxLength: 2 })),
      not: maybe(fc.oneof(fc.constantFrom<JsonValue>({}, true, false), tie('schema'))),
      if: maybe(tie('schema')),
      then: maybe(tie('schema')),
      dependentRequired: maybe(fc.constantFrom<JsonValue>({}, { a: ['b'] })),
      $ref: maybe(fc.constantFrom('#', '#/$defs/one', '#/$defs/two', '#/properties/a', '#/nowhere')),
    })
    .map((keywords): JsonObject =>
      Object.fromEntries(Object.entries(keywords).filter(([, value]) => value !== undefined)),
    ),
}));
const documents = fc
  .tuple(schemas, schemas, schemas)
  .map(([root, one, two]): JsonObject => ({ ...(isObject(root) ? root : {}), $defs: { one, two } }));

function grammarOf(schema: JsonObject): string {
  const gbnf = new Gbnf();
  return gbnf.text(
    new SchemaGrammar(gbnf, new JsonRules(gbnf, 'line'), schema, {
      unsupported: 'refuse',
      path: 'schema',
    }).compileRoot(),
  );
}

describe('a grammar that is compiled at all', () => {
  it('accepts only valid values, and every path ends', () => {
    const counts = { honoured: 0, refused: 0 };
    fc.assert(
      fc.property(documents, fc.nat(), (schema, seed) => {
        let check: SchemaCheck;
        let grammar: string;
        try {
          check = new SchemaCheck(schema);
        } catch {
          return;
        }
        try {
          grammar = grammarOf(schema);
        } catch (thrown) {
          if (!(thrown instanceof EngineError)) throw thrown;
          counts.refused += 1;
          return;
        }
        counts.honoured += 1;
        const walk = new GrammarWalk(grammar);
        expect([schema, walk.endless()]).toEqual([schema, []]);
        const random = seededRandom(seed);
        for (let count = 0; count < 20; count += 1) {
          const text = walk.write(random);
          expect([schema, text, check.fault(text)]).toEqual([schema, text, undefined]);
        }
      }),
      { numRuns: Number(process.env['SCHEMA_RUNS'] ?? 1_000) },
    );
    expect(counts.honoured).toBeGreaterThan(counts.refused / 4);
  }, 600_000);
});
