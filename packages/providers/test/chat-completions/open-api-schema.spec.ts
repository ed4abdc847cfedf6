import type { JsonObject } from '@org/engine';
import { openApiSchema } from '#src/chat-completions/open-api-schema.js';

describe('a schema with OpenAPI keywords', () => {
  it('preserves common keywords and drops those of JSON Schema only, but not members of those names', () => {
    expect(
      openApiSchema({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        additionalProperties: false,
        properties: {
          $schema: { type: 'string', minLength: 1, default: 'x' },
          propertyNames: {
            type: 'array',
            uniqueItems: true,
            maxItems: 3,
            items: { type: 'integer', exclusiveMinimum: 0 },
          },
        },
        required: ['$schema'],
        propertyNames: { pattern: '^x' },
      }),
    ).toEqual({
      type: 'object',
      properties: {
        $schema: { type: 'string', minLength: 1 },
        propertyNames: { type: 'array', maxItems: 3, items: { type: 'integer' } },
      },
      required: ['$schema'],
    });
  });

  it.each([
    [
      'a type with null',
      { type: ['string', 'null'], description: 'x' },
      { type: 'string', description: 'x', nullable: true },
    ],
    ['several types', { type: ['string', 'number'] }, { anyOf: [{ type: 'string' }, { type: 'number' }] }],
    [
      'a choice with null',
      { anyOf: [{ type: 'string', format: 'email' }, { type: 'null' }], description: 'x' },
      { type: 'string', nullable: true, description: 'x' },
    ],
    [
      'one of several',
      { oneOf: [{ type: 'string' }, { type: 'object', additionalProperties: true }] },
      { anyOf: [{ type: 'string' }, { type: 'object' }] },
    ],
    ['a constant', { const: 'a' }, { type: 'string', enum: ['a'] }],
    ['numbers that are listed', { type: 'integer', enum: [1, 2] }, { type: 'integer' }],
    ['a list of anything', { type: 'array' }, { type: 'array', items: { type: 'string' } }],
    ['a moment', { type: 'string', format: 'date-time' }, { type: 'string', format: 'date-time' }],
    [
      'all of several',
      {
        allOf: [
          { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
          { properties: { b: { type: 'string' } } },
        ],
      },
      { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } }, required: ['a'] },
    ],
  ])('expresses %s', (_, schema, expected) => {
    expect(openApiSchema(schema)).toEqual(expected);
  });

  it('expands references up to the point of recursion', () => {
    const $defs = {
      node: {
        type: 'object',
        properties: { name: { type: 'string' }, next: { $ref: '#/$defs/node', description: 'the next' } },
      },
    };
    expect(
      openApiSchema({
        type: 'object',
        properties: { first: { $ref: '#/$defs/node' }, lost: { $ref: '#/$defs/gone' } },
        $defs,
      }),
    ).toEqual({
      type: 'object',
      properties: {
        first: {
          type: 'object',
          properties: { name: { type: 'string' }, next: { type: 'object', description: 'the next' } },
        },
        lost: { type: 'object' },
      },
    });
  });

  it.each([
    [
      'twice in each other',
      { $ref: '#/$defs/s0' },
      40,
      (next: JsonObject): JsonObject => ({ type: 'object', properties: { a: next, b: next } }),
    ],
    ['in a long row', { $ref: '#/$defs/s0' }, 20_000, (next: JsonObject): JsonObject => next],
    [
      'often',
      {
        type: 'object',
        properties: Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`p${n}`, { $ref: '#/$defs/s0' }])),
      },
      1,
      (): JsonObject => ({ type: 'string', enum: Array.from({ length: 1_000 }, (_, n) => `value ${n}`) }),
    ],
  ])('expands references only within the size limit: those %s', (_, start, count, made) => {
    const $defs = Object.fromEntries(
      Array.from({ length: count }, (_entry, n) => [`s${n}`, made({ $ref: `#/$defs/s${n + 1}` })]),
    );
    expect(JSON.stringify(openApiSchema({ ...start, $defs })).length).toBeLessThan(300_000);
  });

  it('repeats what several types have in common only within the size limit', () => {
    let schema: JsonObject = { type: 'string' };
    for (let depth = 0; depth < 60; depth += 1)
      schema = { type: ['object', 'array', 'string'], properties: { a: schema }, items: schema };
    expect(JSON.stringify(openApiSchema(schema)).length).toBeLessThan(3_000_000);
  });

  it('includes every member of a very long list', () => {
    const parts = Array.from({ length: 20_000 }, (_, n): JsonObject => ({
      properties: { [`p${n}`]: { type: 'string' } },
      required: [`p${n}`],
    }));
    expect(openApiSchema({ type: 'object', allOf: parts })).toMatchObject({
      properties: { p0: { type: 'string' }, p9999: { type: 'string' } },
    });
  });
});
