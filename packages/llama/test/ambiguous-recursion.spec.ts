import type { JsonObject } from '@org/engine';
import { Gbnf } from '#src/grammar/gbnf.js';
import { JsonRules } from '#src/grammar/json/json-rules.js';
import { SchemaGrammar } from '#src/grammar/json/schema-grammar.js';

const compile = (schema: JsonObject, unsupported: 'refuse' | 'loosen'): string => {
  const gbnf = new Gbnf();
  return new SchemaGrammar(gbnf, new JsonRules(gbnf, 'pretty'), schema, { unsupported, path: 'schema' }).compileRoot();
};

/** A node that is one of `count` alternatives, each with a member of its own. */
function tree(count: number, alternative: (index: number) => JsonObject): JsonObject {
  return { anyOf: Array.from({ length: count }, (_, index) => alternative(index)) };
}

const alike = (index: number): JsonObject => ({
  type: 'object',
  properties: { child: { $ref: '#' }, [`only${index}`]: { type: 'string' } },
});
const distinguished = (index: number): JsonObject => ({
  type: 'object',
  properties: { type: { const: `kind${index}` }, child: { $ref: '#' } },
  required: ['type'],
});
const flat = (index: number): JsonObject => ({ type: 'object', properties: { [`only${index}`]: { type: 'string' } } });

describe('a recursive schema with many alternatives that may begin alike', () => {
  it.each(['refuse', 'loosen'] as const)(
    'is unsupported, because each level multiplies the paths that the engine follows (%s)',
    (unsupported) => {
      expect(() => compile(tree(9, alike), unsupported)).toThrow(
        expect.objectContaining({
          code: 'unsupported',
          param: 'schema.anyOf',
          message:
            'schema.anyOf: the service cannot enforce more than 8 alternatives that may begin alike in a recursive schema.',
        }),
      );
    },
  );

  it('is unsupported also where the recursion does not lead through the choice itself', () => {
    const schema = { type: 'object', properties: { next: { $ref: '#' }, value: tree(9, flat) } };
    expect(() => compile(schema, 'refuse')).toThrow('more than 8 alternatives');
    expect(() => compile({ ...schema, properties: { value: tree(9, flat), next: { $ref: '#' } } }, 'refuse')).toThrow(
      'more than 8 alternatives',
    );
  });

  it('compiles with few alternatives, with a required property that distinguishes them, and without recursion', () => {
    for (const schema of [tree(8, alike), tree(60, distinguished), tree(60, flat)])
      expect(() => compile(schema, 'refuse')).not.toThrow();
  });
});
