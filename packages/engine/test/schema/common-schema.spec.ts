import { commonSchema } from '#src/schema/common-schema.js';

describe('a schema in the form that all servers read', () => {
  it('replaces true by {}', () => {
    const schema = {
      type: 'object',
      properties: {
        any: true,
        list: { type: 'array', items: true },
        either: { anyOf: [true, { properties: { deep: true } }] },
        map: { additionalProperties: { items: true } },
      },
      $defs: { free: true },
    };
    expect(commonSchema(schema)).toEqual({
      type: 'object',
      properties: {
        any: {},
        list: { type: 'array', items: {} },
        either: { anyOf: [{}, { properties: { deep: {} } }] },
        map: { additionalProperties: { items: {} } },
      },
      $defs: { free: {} },
    });
  });

  it('omits members that are null and so not given', () => {
    const schema = {
      type: 'object',
      required: null,
      properties: {
        list: { type: 'array', items: { enum: null, type: 'string' } },
        map: { additionalProperties: { required: null } },
      },
      anyOf: [{ required: null }],
    };
    expect(commonSchema(schema)).toEqual({
      type: 'object',
      properties: { list: { type: 'array', items: { type: 'string' } }, map: { additionalProperties: {} } },
      anyOf: [{}],
    });
    expect(commonSchema({ type: 'object', properties: null })).toEqual({ type: 'object' });
  });

  it('retains null where it is a value, and members of that name', () => {
    const schema = {
      properties: {
        nothing: { const: null, default: null, enum: [null], examples: [null] },
        required: { type: 'null' },
      },
    };
    expect(commonSchema(schema)).toBe(schema);
  });

  it('returns the same object where nothing changes', () => {
    const schema = {
      type: 'object',
      properties: { items: { type: 'boolean', default: true, const: true, enum: [true] } },
      required: ['items'],
      additionalProperties: true,
      uniqueItems: true,
    };
    expect(commonSchema(schema)).toBe(schema);
  });

  it('retains a schema that allows nothing', () => {
    const schema = { properties: { never: false }, additionalProperties: false, items: false };
    expect(commonSchema(schema)).toBe(schema);
  });
});
