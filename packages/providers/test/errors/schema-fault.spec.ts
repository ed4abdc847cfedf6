import type { JsonObject } from '@org/engine';
import { schemaFault } from '#src/errors/schema-fault.js';

const within = (inner: unknown): JsonObject => ({ type: 'object', properties: { at: inner } }) as JsonObject;

describe('an invalid JSON Schema of a tool', () => {
  it.each<[object, string, string]>([
    [{ type: 'strng' }, 'properties.at.type', 'the name of a type'],
    [{ type: [] }, 'properties.at.type', 'the name of a type'],
    [{ type: ['string', 'nothing'] }, 'properties.at.type', 'the name of a type'],
    [{ type: { enum: ['a'] } }, 'properties.at.type', 'the name of a type'],
    [{ type: 'object', properties: ['a'] }, 'properties.at.properties', 'an object of schemas'],
    [{ type: 'object', properties: { b: 'string' } }, 'properties.at.properties.b', 'a schema should be an object'],
    [{ type: 'object', required: 'a' }, 'properties.at.required', 'a list of names'],
    [{ type: 'string', required: true }, 'properties.at.required', 'a list of names'],
    [{ type: 'object', required: ['a', 3] }, 'properties.at.required', 'a list of names'],
    [{ type: 'array', items: 'string' }, 'properties.at.items', 'a schema should be an object'],
    [{ type: 'array', items: [{ type: 'strng' }] }, 'properties.at.items.0.type', 'the name of a type'],
    [{ anyOf: { type: 'string' } }, 'properties.at.anyOf', 'a list of schemas'],
    [{ anyOf: [{ type: 'string' }, { not: 3 }] }, 'properties.at.anyOf.1.not', 'a schema should be an object'],
    [{ enum: 'a' }, 'properties.at.enum', 'a list of values'],
    [{ $defs: { b: { type: 'any' } } }, 'properties.at.$defs.b.type', 'the name of a type'],
  ])('is known as such, and where: %j', (inner, path, rule) =>
    expect(schemaFault(within(inner))).toEqual({ path, rule: expect.stringContaining(rule) as string }),
  );

  it.each([
    true,
    false,
    {},
    { type: ['string', 'null'], enum: [null, 'a'], default: { type: 'strng' } },
    { type: null, properties: null, required: null, items: null, enum: null },
    { const: { properties: 3 }, examples: ['x'], 'x-own': { type: 'own' } },
    {
      type: 'object',
      properties: { type: { type: 'string' }, required: { type: 'array', items: true } },
      required: ['type'],
      additionalProperties: false,
    },
    { type: 'array', items: [{ type: 'string' }], additionalItems: false },
    { $ref: '#/$defs/a', $defs: { a: { not: {} } } },
  ])('is invalid in every JSON Schema release: %j', (inner) => expect(schemaFault(within(inner))).toBeUndefined());

  it('is searched within limits', () => {
    const many = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, index) => [`a${index}`, { type: index === 19_999 ? 'strng' : 'string' }]),
    );
    expect(schemaFault({ type: 'object', properties: many })).toBeUndefined();
  });
});
