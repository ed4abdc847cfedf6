import { argumentTypes, valueJson } from '#src/parse/argument-types.js';
import type { JsonObject } from '@org/engine';

describe('the types of an argument', () => {
  it('unites the types of all choices in every notation of the schema', () => {
    const root: JsonObject = {
      type: 'object',
      properties: {
        a: { anyOf: [{ $ref: '#/$defs/count' }, { enum: ['x', null] }] },
        b: { allOf: [{ description: 'B' }, { type: ['boolean', 'array'] }] },
        c: { oneOf: [{ type: 'string' }, {}] },
      },
      $defs: { count: { type: 'integer' } },
    };
    expect(['a', 'b', 'c', 'd'].map((key) => [...argumentTypes(root, key)])).toEqual([
      ['number', 'string', 'null'],
      ['boolean', 'array'],
      [],
      [],
    ]);
  });

  it('are not known of a schema that refers to itself', () => {
    expect(
      argumentTypes(
        {
          properties: { a: { $ref: '#/$defs/a' } },
          $defs: { a: { anyOf: [{ $ref: '#/$defs/a' }, { type: 'string' }] } },
        },
        'a',
      ),
    ).toEqual(new Set());
  });

  it('visits each schema once, however often it is referenced', () => {
    let looks = 0;
    const last: JsonObject = {
      get type() {
        looks += 1;
        return 'string';
      },
    };
    const levels = Array.from(
      { length: 6 },
      (_, at) => [`l${at}`, { anyOf: [{ $ref: `#/$defs/l${at + 1}` }, { $ref: `#/$defs/l${at + 1}` }] }] as const,
    );
    expect(
      argumentTypes(
        { properties: { a: { $ref: '#/$defs/l0' } }, $defs: { ...Object.fromEntries(levels), l6: last } },
        'a',
      ),
    ).toEqual(new Set(['string']));
    expect(looks).toBe(1);
  });
});

it('an argument written without the quotes of JSON stays a text where its schema speaks of texts', () => {
  expect([
    valueJson('0123', new Set(['string'])),
    valueJson('True', new Set(['boolean'])),
    valueJson('constructor', new Set()),
    valueJson('12', new Set(['string', 'number'])),
  ]).toEqual(['"0123"', 'true', '"constructor"', '12']);
});
