import { readFileSync, writeFileSync } from 'node:fs';
import type { JsonObject } from '@org/engine';
import { bareComponents, schemaComponents } from '#src/openapi/components.js';
import { withDescriptions } from '#src/openapi/with-descriptions.js';
import { docComments } from './doc-comments.js';

const head = `// What the doc comments of the protocol package say about types and fields of this API. Written by test/openapi/descriptions.spec.ts
// (UPDATE_OPENAPI=1), which also fails when the comments have changed.
import type { Descriptions } from '../with-descriptions.js';
`;

let comments: ReturnType<typeof docComments>;
beforeAll(() => {
  comments = docComments(bareComponents());
}, 60_000);

/** Request bodies whose every field must be documented. */
const bodies = ['MessagesMessageCreateParams', 'MessagesMessageCountTokensParams', 'ResponsesResponseCreateParams'];

describe('the descriptions in the OpenAPI document', () => {
  it.each(['Messages', 'Responses'])(
    'are those of the protocol package: %s (UPDATE_OPENAPI=1 writes them)',
    (prefix) => {
      const payload = prefix.toLowerCase();
      const committed = new URL(`../../src/openapi/descriptions/${payload}.ts`, import.meta.url);
      const lines = Object.entries(comments).flatMap(([id, texts]) =>
        id.startsWith(prefix) ? [`  ${id}: ${JSON.stringify(texts)},\n`] : [],
      );
      const text = `${head}\nexport const ${payload}: Readonly<Record<string, Descriptions>> = {\n${lines.join('')}};\n`;
      if (process.env['UPDATE_OPENAPI'] === '1') writeFileSync(committed, text);
      expect(readFileSync(committed, 'utf8')).toBe(text);
    },
  );

  it.each(bodies)('describe %s and each of its fields', (id) => {
    const { description, properties } = schemaComponents()[id] as {
      description?: string;
      properties: Record<string, JsonObject>;
    };
    expect(description).toEqual(expect.any(String));
    expect(
      Object.entries(properties).flatMap(([name, field]) => (typeof field['description'] === 'string' ? [] : [name])),
    ).toEqual([]);
  });

  it('appear at their field, at any depth, and only there', () => {
    const schema = {
      type: 'object',
      properties: {
        format: {
          anyOf: [
            {
              type: 'object',
              properties: { name: { type: 'string' }, description: { $ref: '#/components/schemas/Text' } },
            },
            { type: 'null' },
          ],
        },
      },
    };
    expect(
      withDescriptions(schema, {
        '': 'All.',
        'format.name': 'Its name.',
        'format.description': 'A text.',
        name: 'Of nothing.',
      }),
    ).toEqual({
      description: 'All.',
      type: 'object',
      properties: {
        format: {
          anyOf: [
            {
              type: 'object',
              properties: {
                name: { description: 'Its name.', type: 'string' },
                description: { description: 'A text.', $ref: '#/components/schemas/Text' },
              },
            },
            { type: 'null' },
          ],
        },
      },
    });
  });
});
