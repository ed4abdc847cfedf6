import { schemasAsObjects } from '#src/model/schema/schemas-as-objects.js';

describe('a schema without booleans in the places of schemas', () => {
  it('says {} where it said true', () => {
    const schema = {
      type: 'object',
      properties: { any: true, list: { type: 'array', items: true }, either: { anyOf: [true, { properties: { deep: true } }] }, map: { additionalProperties: { items: true } } },
      $defs: { free: true },
    };
    expect(schemasAsObjects(schema)).toEqual({
      type: 'object',
      properties: { any: {}, list: { type: 'array', items: {} }, either: { anyOf: [{}, { properties: { deep: {} } }] }, map: { additionalProperties: { items: {} } } },
      $defs: { free: {} },
    });
  });

  it('is the same object where there is none', () => {
    const schema = { type: 'object', properties: { items: { type: 'boolean', default: true, const: true, enum: [true] } }, required: ['items'], additionalProperties: true, uniqueItems: true };
    expect(schemasAsObjects(schema)).toBe(schema);
  });

  it('keeps what allows nothing', () => {
    const schema = { properties: { never: false }, additionalProperties: false, items: false };
    expect(schemasAsObjects(schema)).toBe(schema);
  });
});
