import { Ajv2020 } from 'ajv/dist/2020.js';
import * as fc from 'fast-check';

import { Gbnf } from '#src/generators/llama/grammar/gbnf.js';
import { JsonRules } from '#src/generators/llama/grammar/json-rules.js';
import { SchemaGrammar } from '#src/generators/llama/grammar/schema-grammar.js';
import { stringFormats } from '#src/generators/llama/grammar/string-formats.js';
import type { JsonObject } from '#src/model/json.js';
import { buildRequest } from '#src/testing/builders.js';

import { demoGenerator, resultOf, textOf } from './demo.js';

const generator = demoGenerator({ slots: 4, contextLength: 1024 });

/**
 * What the model writes when a schema is all that holds it: at a high temperature it is next to random. Not strict, so that
 * nothing but the grammar stands between the model and an invalid value.
 */
async function write(schema: JsonObject, seed: number): Promise<{ readonly text: string; readonly whole: boolean }> {
  const result = await resultOf(
    generator,
    buildRequest('Go', { outputFormat: { type: 'json-schema', schema, strict: false }, sampling: { temperature: 1.3, seed }, limits: { maxOutputTokens: 250 } }),
  );
  return { text: textOf(result), whole: result.finishReason.unified === 'stop' };
}

function valid(schema: JsonObject, text: string): boolean {
  const ajv = new Ajv2020({ strict: false, formats: Object.fromEntries(Object.entries(stringFormats).map(([name, pattern]) => [name, new RegExp(pattern)])) });
  return ajv.validate(schema, JSON.parse(text));
}

const range = fc.tuple(fc.integer({ min: -1200, max: 1200 }), fc.nat({ max: 1500 })).map(([low, width]) => ({ minimum: low, maximum: low + width }));
const sizes = fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 3 }));
const leaf: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.constantFrom<JsonObject>({ type: 'boolean' }, { type: 'null' }, { const: { a: [1, 'b'] } }, { enum: ['x', 1, null, 'é"\\'] }, { type: ['integer', 'null'], minimum: 3, maximum: 3 }),
  range.map((bounds) => ({ type: 'integer', ...bounds })),
  range.map((bounds) => ({ type: 'number', ...bounds })),
  range.map(({ minimum, maximum }) => ({ type: 'number', exclusiveMinimum: minimum, exclusiveMaximum: maximum + 2 })),
  range.map(({ minimum }) => ({ type: 'integer', exclusiveMinimum: minimum })),
  sizes.map(([low, more]) => ({ type: 'string', minLength: low, maxLength: low + more })),
  fc.constantFrom('^[a-c]{2,4}$', '^(foo|ba[rz])+$', '^\\d{3}-\\w\\S$', '^[^"\\\\a-z]{1,3}$', '^a.b?$|^"$', '^\\u0041\\.$').map((pattern) => ({ type: 'string', pattern })),
  fc.constantFrom(...Object.keys(stringFormats)).map((format) => ({ type: 'string', format })),
);
const schemas = fc.letrec<{ schema: JsonObject; object: JsonObject }>((tie) => ({
  schema: fc.oneof({ maxDepth: 2, depthSize: 'small' }, leaf, tie('object'), fc.tuple(tie('schema'), sizes).map(([items, [low, more]]) => ({ type: 'array', items, minItems: low, maxItems: low + more })), fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })), fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((prefixItems) => ({ type: 'array', prefixItems, minItems: 1 }))),
  object: fc
    .tuple(fc.dictionary(fc.constantFrom('a', 'ab', 'name', 'x y', 'é', '"'), tie('schema'), { maxKeys: 3 }), fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }), fc.constantFrom<JsonObject>({}, { additionalProperties: false }, { additionalProperties: { type: 'boolean' } }))
    .map(([properties, picks, rest]) => ({ type: 'object', properties, required: Object.keys(properties).filter((_, index) => picks[index]), ...rest })),
}));

describe('the grammar of a schema', () => {
  it('accepts only what is valid, for schemas of every kind', async () => {
    let whole = 0;
    let all = 0;
    await fc.assert(
      fc.asyncProperty(schemas.object, fc.nat(), async (schema, seed) => {
        const written = await write(schema, seed);
        all += 1;
        // Bytes that make no character are the tokeniser's to judge, not the grammar's.
        if (!written.whole || written.text.includes('\uFFFD')) return;
        whole += 1;
        expect([schema, written.text, valid(schema, written.text)]).toEqual([schema, written.text, true]);
      }),
      { numRuns: 100 },
    );
    expect(whole / all).toBeGreaterThan(0.8);
  }, 120_000);

  it.each<[string, JsonObject]>([
    ['references that go round', { type: 'object', properties: { list: { $ref: '#/$defs/list' } }, required: ['list'], $defs: { list: { anyOf: [{ type: 'null' }, { type: 'object', properties: { head: { type: 'integer', minimum: 0, maximum: 3 }, tail: { $ref: '#/$defs/list' } }, required: ['head', 'tail'], additionalProperties: false }] } } }],
    ['a reference to the root', { type: 'object', properties: { child: { anyOf: [{ $ref: '#' }, { type: 'null' }] } }, required: ['child'], additionalProperties: false }],
    ['allOf', { allOf: [{ type: 'object', properties: { a: { type: 'integer', minimum: 1, maximum: 4 } }, required: ['a'] }, { properties: { b: { type: 'boolean' } }, required: ['b'] }] }],
    ['a choice beside properties', { type: 'object', properties: { kind: { type: 'string' } }, required: ['kind'], oneOf: [{ properties: { kind: { const: 'a' }, n: { type: 'boolean' } }, required: ['n'] }, { properties: { kind: { const: 'b' } } }] }],
    ['no type but properties', { properties: { a: { type: 'null' } }, required: ['a', 'other'] }],
    ['definitions of draft 7', { $schema: 'http://json-schema.org/draft-07/schema#', definitions: { t: { type: 'boolean' } }, type: 'object', properties: { a: { $ref: '#/definitions/t' } }, required: ['a'] }],
    ['a map', { type: 'object', additionalProperties: { type: 'integer', minimum: 10, maximum: 12 } }],
    ['nothing but a number', { type: 'number', exclusiveMinimum: 0, maximum: 1 }],
  ])('holds for %s', async (_name, schema) => {
    for (let seed = 0; seed < 5; seed += 1) {
      const written = await write(schema, seed);
      const { $schema: _dialect, ...own } = schema;
      expect([written.text, !written.whole || valid(own, written.text)]).toEqual([written.text, true]);
    }
  }, 30_000);

  it('writes optional members or leaves them out, as the model likes', async () => {
    const schema: JsonObject = { type: 'object', properties: { a: { type: 'boolean' }, b: { type: 'boolean' }, c: { type: 'boolean' } }, required: ['b'] };
    const seen = new Set<string>();
    for (let seed = 0; seed < 60; seed += 1) seen.add(Object.keys(JSON.parse((await write(schema, seed)).text)).join());
    expect(seen.size).toBeGreaterThan(1);
    expect([...seen].every((members) => members.includes('b'))).toBe(true);
  }, 30_000);

  const compile = (schema: JsonObject): string => {
    const gbnf = new Gbnf();
    const grammar = new SchemaGrammar(gbnf, new JsonRules(gbnf, 'line'), schema, { unsupported: 'refuse', path: 'schema' });
    return gbnf.text(grammar.compileRoot());
  };
  const inside = (schema: JsonObject): JsonObject => ({ type: 'object', properties: { a: schema } });

  it.each<[string, JsonObject, string]>([
    ['not', inside({ not: {} , type: 'string', allOf: [], if: { type: 'null' } }), 'schema.properties.a.if'],
    ['patternProperties', { type: 'object', patternProperties: { '^a': {} } }, 'schema.patternProperties'],
    ['look-ahead', inside({ type: 'string', pattern: '(?!a)' }), 'schema.properties.a.pattern'],
    ['word boundaries', inside({ type: 'string', pattern: '\\bword' }), 'schema.properties.a.pattern'],
    ['back references', inside({ type: 'string', pattern: '(a)\\1' }), 'schema.properties.a.pattern'],
    ['unknown formats', inside({ type: 'string', format: 'iri' }), 'schema.properties.a.format'],
    ['multipleOf', inside({ type: 'number', multipleOf: 0.5 }), 'schema.properties.a.multipleOf'],
    ['uniqueItems', inside({ type: 'array', uniqueItems: true }), 'schema.properties.a.uniqueItems'],
    ['a schema without values', inside({ type: 'integer', minimum: 3, maximum: 2 }), 'schema.properties.a'],
    ['false', { type: 'object', properties: { a: false }, required: ['a'] }, 'schema.properties.a'],
    ['a reference to itself', { $ref: '#' }, 'schema'],
    ['a reference into the void', inside({ $ref: '#/$defs/none' }), 'schema.properties.a.$ref'],
    ['a foreign reference', inside({ $ref: 'https://example.com/s' }), 'schema.properties.a.$ref'],
  ])('refuses %s by its path', (_name, schema, path) => {
    expect(() => compile(schema)).toThrow(expect.objectContaining({ code: 'unsupported', param: path }));
  });

  it('takes a simple form for a format whose own pattern is too clever', () => {
    expect(() => compile(inside({ type: 'string', format: 'email', pattern: '^(?!\\.)[^@]+@.+$' }))).not.toThrow();
  });
});
