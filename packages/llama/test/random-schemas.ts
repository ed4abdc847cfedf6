// Schemas of every kind that all have values, as people write them.
import * as fc from 'fast-check';

import { stringFormats } from '#src/grammar/json/string-formats.js';
import type { JsonObject } from '@org/engine';

const range = fc
  .tuple(fc.integer({ min: -1200, max: 1200 }), fc.nat({ max: 1500 }))
  .map(([low, width]) => ({ minimum: low, maximum: low + width }));
const sizes = fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 3 }));
const leaf: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.constantFrom<JsonObject>(
    { type: 'boolean' },
    { type: 'null' },
    { const: { a: [1, 'b'] } },
    { enum: ['x', 1, null, 'é"\\'] },
    { type: ['integer', 'null'], minimum: 3, maximum: 3 },
  ),
  range.map((bounds) => ({ type: 'integer', ...bounds })),
  range.map((bounds) => ({ type: 'number', ...bounds })),
  range.map(({ minimum, maximum }) => ({ type: 'number', exclusiveMinimum: minimum, exclusiveMaximum: maximum + 2 })),
  range.map(({ minimum }) => ({ type: 'integer', exclusiveMinimum: minimum })),
  sizes.map(([low, more]) => ({ type: 'string', minLength: low, maxLength: low + more })),
  fc
    .constantFrom(
      '^[a-c]{2,4}$',
      '^(foo|ba[rz])+$',
      '^\\d{3}-\\w\\S$',
      '^[^"\\\\a-z]{1,3}$',
      '^a.b?$|^"$',
      '^\\u0041\\.$',
    )
    .map((pattern) => ({ type: 'string', pattern })),
  fc.constantFrom(...Object.keys(stringFormats)).map((format) => ({ type: 'string', format })),
);
export const randomSchemas = fc.letrec<{ schema: JsonObject; object: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 2, depthSize: 'small' },
    leaf,
    tie('object'),
    fc
      .tuple(tie('schema'), sizes)
      .map(([items, [low, more]]) => ({ type: 'array', items, minItems: low, maxItems: low + more })),
    fc.array(tie('schema'), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
    fc
      .array(tie('schema'), { minLength: 1, maxLength: 3 })
      .map((prefixItems) => ({ type: 'array', prefixItems, minItems: 1 })),
  ),
  object: fc
    .tuple(
      fc.dictionary(fc.constantFrom('a', 'ab', 'name', 'x y', 'é', '"'), tie('schema'), { maxKeys: 3 }),
      fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
      fc.constantFrom<JsonObject>({}, { additionalProperties: false }, { additionalProperties: { type: 'boolean' } }),
    )
    .map(([properties, picks, rest]) => ({
      type: 'object',
      properties,
      required: Object.keys(properties).filter((_, index) => picks[index]),
      ...rest,
    })),
}));
