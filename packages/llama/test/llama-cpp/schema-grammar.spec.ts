import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';

import { Gbnf } from '#src/grammar/gbnf.js';
import { JsonRules } from '#src/grammar/json/json-rules.js';
import { SchemaGrammar } from '#src/grammar/json/schema-grammar.js';
import { stringFormats } from '#src/grammar/json/string-formats.js';
import type { JsonObject } from '@org/engine';
import { buildRequest } from '@org/engine/testing';

import { demoModel, resultOf, textOf } from '../demo.js';
import { GrammarWalk } from '../grammar-walk.js';
import { randomSchemas } from '../random-schemas.js';
import { seededRandom } from '../seeded-random.js';

const languageModel = demoModel({ slots: 4, contextLength: 1024 });

/** `npm run check:reliability` takes 100; `MODEL_RUNS=1000` for the long form. */
const runs = Number(process.env['MODEL_RUNS'] ?? 25);

/**
 * Generates output constrained only by a schema: at a high temperature it is almost random. It is not strict, so that
 * only the grammar prevents invalid values.
 */
async function write(
  schema: JsonObject,
  seed: number,
  temperature = 1.3,
): Promise<{ readonly text: string; readonly complete: boolean }> {
  const result = await resultOf(
    languageModel,
    buildRequest('Go', {
      outputFormat: { type: 'json-schema', schema, strict: false },
      sampling: { temperature, seed },
      limits: { maxOutputTokens: 250 },
    }),
  );
  return { text: textOf(result), complete: result.finishReason.unified === 'stop' };
}

function valid(schema: JsonObject, text: string): boolean {
  const ajv = new Ajv2020({
    strict: false,
    formats: Object.fromEntries(Object.entries(stringFormats).map(([name, pattern]) => [name, new RegExp(pattern)])),
  });
  return ajv.validate(schema, JSON.parse(text));
}

describe('the grammar of a schema', () => {
  it(
    'accepts only what is valid, for schemas of every kind',
    async () => {
      let complete = 0;
      let all = 0;
      await fc.assert(
        fc.asyncProperty(randomSchemas.object, fc.nat(), async (schema, seed) => {
          const written = await write(schema, seed);
          all += 1;
          // Bytes that make no character are the tokeniser's to judge, not the grammar's.
          if (!written.complete || written.text.includes('\uFFFD')) return;
          complete += 1;
          expect([schema, written.text, valid(schema, written.text)]).toEqual([schema, written.text, true]);
        }),
        { numRuns: runs },
      );
      process.stdout.write(
        `${all} random schemas: ${complete} complete outputs, all valid; ${all - complete} truncated by their limit\n`,
      );
      expect(complete / all).toBeGreaterThan(0.8);
    },
    Math.max(200_000, runs * 2_000),
  );

  it.each<[string, JsonObject]>([
    [
      'references that go round',
      {
        type: 'object',
        properties: { list: { $ref: '#/$defs/list' } },
        required: ['list'],
        $defs: {
          list: {
            anyOf: [
              { type: 'null' },
              {
                type: 'object',
                properties: { head: { type: 'integer', minimum: 0, maximum: 3 }, tail: { $ref: '#/$defs/list' } },
                required: ['head', 'tail'],
                additionalProperties: false,
              },
            ],
          },
        },
      },
    ],
    [
      'a reference to the root',
      {
        type: 'object',
        properties: { child: { anyOf: [{ $ref: '#' }, { type: 'null' }] } },
        required: ['child'],
        additionalProperties: false,
      },
    ],
    [
      'allOf',
      {
        allOf: [
          { type: 'object', properties: { a: { type: 'integer', minimum: 1, maximum: 4 } }, required: ['a'] },
          { properties: { b: { type: 'boolean' } }, required: ['b'] },
        ],
      },
    ],
    [
      'a choice next to properties',
      {
        type: 'object',
        properties: { kind: { type: 'string' } },
        required: ['kind'],
        oneOf: [
          { properties: { kind: { const: 'a' }, n: { type: 'boolean' } }, required: ['n'] },
          { properties: { kind: { const: 'b' } } },
        ],
      },
    ],
    [
      'two objects in one, each closed to others',
      {
        allOf: [
          { type: 'object', properties: { a: { type: 'boolean' }, b: { type: 'null' } }, additionalProperties: false },
          { properties: { b: true, c: { type: 'null' } }, required: ['b'] },
        ],
      },
    ],
    ['no type but properties', { properties: { a: { type: 'null' } }, required: ['a', 'other'] }],
    [
      'definitions of draft 7',
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        definitions: { t: { type: 'boolean' } },
        type: 'object',
        properties: { a: { $ref: '#/definitions/t' } },
        required: ['a'],
      },
    ],
    ['a map', { type: 'object', additionalProperties: { type: 'integer', minimum: 10, maximum: 12 } }],
    [
      'a pattern, a format and a length',
      {
        type: 'object',
        properties: { a: { type: 'string', pattern: 'b', format: 'email', minLength: 9, maxLength: 10 } },
        required: ['a'],
      },
    ],
    [
      'a format that may be longer',
      {
        type: 'object',
        properties: {
          mail: { type: 'string', format: 'email', maxLength: 254 },
          host: { type: 'string', format: 'hostname', minLength: 4, maxLength: 64 },
        },
        required: ['mail', 'host'],
      },
    ],
    [
      'a pattern whose longest text is shorter than it may be',
      {
        type: 'object',
        properties: { a: { type: 'string', pattern: '^[a-z]{1,9}$', minLength: 2, maxLength: 65_535 } },
        required: ['a'],
      },
    ],
    [
      'many listed values',
      { enum: ['one', 'on', 'only', 'two', 'tower', 'a "quote"', 'a\nline', '\u0001', '', 7, null, { a: 1 }] },
    ],
    ['nothing but a number', { type: 'number', exclusiveMinimum: 0, maximum: 1 }],
    ['a number between two neighbours', { type: 'number', exclusiveMinimum: -329, exclusiveMaximum: -328 }],
    ['a number between two large neighbours', { type: 'number', exclusiveMinimum: 1e13, exclusiveMaximum: 1e13 + 1 }],
    [
      'a number between two neighbours that have no digit to spare',
      { type: 'number', exclusiveMinimum: 1e14, exclusiveMaximum: 1e14 + 2 },
    ],
  ])(
    'enforces %s',
    async (_name, schema) => {
      for (let seed = 0; seed < 5; seed += 1) {
        const written = await write(schema, seed);
        const { $schema: _dialect, ...own } = schema;
        expect([written.text, !written.complete || valid(own, written.text)]).toEqual([written.text, true]);
      }
    },
    30_000,
  );

  it('allows optional members to be present or absent', async () => {
    const schema: JsonObject = {
      type: 'object',
      properties: { a: { type: 'boolean' }, b: { type: 'boolean' }, c: { type: 'boolean' } },
      required: ['b'],
    };
    const seen = new Set<string>();
    for (let seed = 0; seed < 60; seed += 1)
      seen.add(Object.keys(JSON.parse((await write(schema, seed, 4)).text)).join());
    expect(seen.size).toBeGreaterThan(1);
    expect([...seen].every((members) => members.includes('b'))).toBe(true);
  }, 30_000);

  const compile = (schema: JsonObject): string => {
    const gbnf = new Gbnf();
    const grammar = new SchemaGrammar(gbnf, new JsonRules(gbnf, 'line'), schema, {
      unsupported: 'refuse',
      path: 'schema',
    });
    return gbnf.text(grammar.compileRoot());
  };
  const inside = (schema: JsonObject): JsonObject => ({ type: 'object', properties: { a: schema } });

  it.each<[string, JsonObject, string]>([
    ['not', inside({ not: { const: 'b' }, type: 'string' }), 'schema.properties.a.not'],
    ['if', inside({ type: 'string', if: { minLength: 2 } }), 'schema.properties.a.if'],
    ['oneOf with a value that fits twice', { oneOf: [{ type: 'integer' }, { minimum: 2 }] }, 'schema.oneOf'],
    [
      'a length that no text of its pattern has',
      inside({ type: 'string', pattern: '^a+b+$', maxLength: 1 }),
      'schema.properties.a',
    ],
    [
      'a pattern without an end',
      inside({ type: 'string', pattern: '^((a{0,30}){0,30}){0,30}$' }),
      'schema.properties.a.pattern',
    ],
    [
      'a format of the name of something else',
      inside({ type: 'string', format: 'constructor' }),
      'schema.properties.a.format',
    ],
    ['schemas that go round through joined ones', { type: 'object', $ref: '#' }, 'schema'],
    ['patternProperties', { type: 'object', patternProperties: { '^a': {} } }, 'schema.patternProperties'],
    [
      'a part that closes itself to what another part names',
      { allOf: [{ properties: { a: true }, unevaluatedProperties: false }, { properties: { b: true } }] },
      'schema.allOf',
    ],
    ['look-ahead', inside({ type: 'string', pattern: '(?!a)' }), 'schema.properties.a.pattern'],
    ['word boundaries', inside({ type: 'string', pattern: '\\bword' }), 'schema.properties.a.pattern'],
    ['back references', inside({ type: 'string', pattern: '(a)\\1' }), 'schema.properties.a.pattern'],
    ['unknown formats', inside({ type: 'string', format: 'iri' }), 'schema.properties.a.format'],
    ['multipleOf', inside({ type: 'number', multipleOf: 0.5 }), 'schema.properties.a.multipleOf'],
    ['uniqueItems', inside({ type: 'array', uniqueItems: true }), 'schema.properties.a.uniqueItems'],
    ['a schema without values', inside({ type: 'integer', minimum: 3, maximum: 2 }), 'schema.properties.a'],
    ['false', { type: 'object', properties: { a: false }, required: ['a'] }, 'schema.properties.a'],
    ['a reference to itself', { $ref: '#' }, 'schema'],
    [
      'an object that needs one of its own kind',
      { type: 'object', properties: { a: { $ref: '#' } }, required: ['a'] },
      'schema',
    ],
    [
      'two lists that need each other',
      {
        type: 'array',
        items: { $ref: '#/$defs/other' },
        minItems: 1,
        $defs: { other: { type: 'array', items: { $ref: '#' }, minItems: 1 } },
      },
      'schema',
    ],
    ['a reference into the void', inside({ $ref: '#/$defs/none' }), 'schema.properties.a.$ref'],
    ['a reference to what every object has', inside({ $ref: '#/constructor' }), 'schema.properties.a.$ref'],
    ['a reference that is no URI', inside({ $ref: '#/$defs/100%' }), 'schema.properties.a.$ref'],
    ['an external reference', inside({ $ref: 'https://example.com/s' }), 'schema.properties.a.$ref'],
  ])('rejects %s with its path', (_name, schema, path) => {
    expect(() => compile(schema)).toThrow(expect.objectContaining({ code: 'unsupported', param: path }));
  });

  it('drops infinite choices and members', () => {
    const endless = { $ref: '#/$defs/endless' };
    const schema: JsonObject = {
      type: 'object',
      properties: { a: endless, b: { anyOf: [endless, { type: 'null' }] } },
      required: ['b'],
      additionalProperties: false,
      $defs: { endless: { type: 'array', items: endless, minItems: 1 } },
    };
    const walk = new GrammarWalk(compile(schema));
    expect(walk.endless()).toEqual([]);
    expect(JSON.parse(walk.write(() => 0))).toEqual({ b: null });
  });

  it.each<[string, JsonObject]>([
    [
      'the names that propertyNames lists',
      {
        type: 'object',
        propertyNames: { type: 'string', enum: ['a', 'b'] },
        additionalProperties: { type: 'integer', minimum: 1, maximum: 3 },
        required: ['a'],
      },
    ],
    ['a pattern next to its own format', { type: 'string', format: 'nanoid', pattern: '^[a-z_-]{2,4}$' }],
  ])('enforces %s without a model', (_name, schema) => {
    const walk = new GrammarWalk(compile(schema));
    const texts = Array.from({ length: 50 }, (_, seed) => walk.write(seededRandom(seed)));
    expect(
      texts.filter((text) => !new Ajv2020({ strict: false, logger: false }).validate(schema, JSON.parse(text))),
    ).toEqual([]);
    expect(new Set(texts).size).toBeGreaterThan(3);
  });

  it('uses a simple expression for a format whose pattern is too complex', () => {
    expect(() => compile(inside({ type: 'string', format: 'email', pattern: '^(?!\\.)[^@]+@.+$' }))).not.toThrow();
  });
});
