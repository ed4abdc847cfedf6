import { openApiSchema } from '#src/model/open-api-schema.js';

describe('a schema in the words of OpenAPI', () => {
  it('keeps what both have, and loses the words of JSON Schema alone, but not members of those names', () => {
    expect(
      openApiSchema({
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        additionalProperties: false,
        properties: { $schema: { type: 'string', minLength: 1, default: 'x' }, propertyNames: { type: 'array', uniqueItems: true, maxItems: 3, items: { type: 'integer', exclusiveMinimum: 0 } } },
        required: ['$schema'],
        propertyNames: { pattern: '^x' },
      }),
    ).toEqual({ type: 'object', properties: { $schema: { type: 'string', minLength: 1 }, propertyNames: { type: 'array', maxItems: 3, items: { type: 'integer' } } }, required: ['$schema'] });
  });

  it.each([
    ['a type with null', { type: ['string', 'null'], description: 'x' }, { type: 'string', description: 'x', nullable: true }],
    ['several types', { type: ['string', 'number'] }, { anyOf: [{ type: 'string' }, { type: 'number' }] }],
    ['a choice with null', { anyOf: [{ type: 'string', format: 'email' }, { type: 'null' }], description: 'x' }, { type: 'string', nullable: true, description: 'x' }],
    ['one of several', { oneOf: [{ type: 'string' }, { type: 'object', additionalProperties: true }] }, { anyOf: [{ type: 'string' }, { type: 'object' }] }],
    ['a constant', { const: 'a' }, { type: 'string', enum: ['a'] }],
    ['numbers that are listed', { type: 'integer', enum: [1, 2] }, { type: 'integer' }],
    ['a list of anything', { type: 'array' }, { type: 'array', items: { type: 'string' } }],
    ['a moment', { type: 'string', format: 'date-time' }, { type: 'string', format: 'date-time' }],
    ['all of several', { allOf: [{ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] }, { properties: { b: { type: 'string' } } }] }, { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } }, required: ['a'] }],
  ])('says %s', (_, schema, said) => {
    expect(openApiSchema(schema)).toEqual(said);
  });

  it('spells references out, down to where they come back to themselves', () => {
    const $defs = { node: { type: 'object', properties: { name: { type: 'string' }, next: { $ref: '#/$defs/node', description: 'the next' } } } };
    expect(openApiSchema({ type: 'object', properties: { first: { $ref: '#/$defs/node' }, lost: { $ref: '#/$defs/gone' } }, $defs })).toEqual({
      type: 'object',
      properties: { first: { type: 'object', properties: { name: { type: 'string' }, next: { type: 'object', description: 'the next' } } }, lost: { type: 'object' } },
    });
  });
});
