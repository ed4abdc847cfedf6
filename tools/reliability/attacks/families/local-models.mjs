// Requests to a local model that are expensive to prepare or to constrain.
import { attacksOf } from '../attack.mjs';

const width = 8;
const version = { 'anthropic-version': '2023-06-01' };

/** Requests whose output a JSON schema constrains, in both dialects. */
const schema = (name, claim, schemaOf) => ({
  name,
  claim,
  isLocal: true,
  run: (attacker) => {
    const value = schemaOf();
    const calls = [
      {
        path: '/v1/responses',
        body: {
          model: 'local',
          input: 'Hello.',
          max_output_tokens: 32,
          text: { format: { type: 'json_schema', name: 'a', strict: true, schema: value } },
        },
      },
      {
        path: '/v1/messages',
        headers: version,
        body: {
          model: 'local',
          max_tokens: 32,
          messages: [{ role: 'user', content: 'Hello.' }],
          output_config: { format: { type: 'json_schema', schema: value } },
        },
      },
    ];
    return attacker.flood(attacker.count(4), width, (at) => calls[at % calls.length]);
  },
});

const object = (properties, rest = {}) => ({ type: 'object', properties, additionalProperties: false, ...rest });
const members = (count, valueOf) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`p${at}`, valueOf(at)]));

/** Requests to the local model that need no schema. */
const requests = (name, claim, number, callOf) => ({
  name,
  claim,
  isLocal: true,
  run: (attacker) => {
    const call = callOf();
    return attacker.flood(attacker.count(number), 64, () => call);
  },
});

const grammarTool = (syntax, definition) => ({
  path: '/v1/responses',
  body: {
    model: 'local',
    input: 'Hello.',
    max_output_tokens: 32,
    tool_choice: 'required',
    tools: [{ type: 'custom', name: 'a', format: { type: 'grammar', syntax, definition } }],
  },
});

export const attacks = attacksOf('local-models', [
  schema('schema-optional-properties', 'sends a schema of 300 optional properties', () =>
    object(members(300, () => ({ type: 'string' }))),
  ),
  schema('schema-wide-recursion', 'sends a schema whose 40 properties refer to itself', () => ({
    ...object(members(40, () => ({ $ref: '#' }))),
    required: [],
  })),
  schema('schema-mutual-recursion', 'sends 14 definitions that each refer to all others', () => ({
    ...object({ start: { $ref: '#/$defs/d0' } }),
    $defs: Object.fromEntries(
      Array.from({ length: 14 }, (_, at) => [
        `d${at}`,
        object(members(14, (other) => ({ $ref: `#/$defs/d${other}` }))),
      ]),
    ),
  })),
  schema('schema-large-enum', 'sends an enum of 20,000 strings', () =>
    object({ a: { enum: Array.from({ length: 20_000 }, (_, at) => `value ${at} of the enum`) } }, { required: ['a'] }),
  ),
  schema('schema-enum', 'sends an enum of 600 strings', () =>
    object({ a: { enum: Array.from({ length: 600 }, (_, at) => `v${at}`) } }, { required: ['a'] }),
  ),
  schema('schema-many-alternatives', 'sends 80 alternatives of objects', () => ({
    anyOf: Array.from({ length: 80 }, (_, at) =>
      object({ [`a${at}`]: { type: 'string' }, kind: { const: `k${at}` } }, { required: ['kind'] }),
    ),
  })),
  schema('schema-deep-nesting', 'sends a schema of 60 levels', () => {
    let value = { type: 'string' };
    for (let n = 0; n < 30; n++) value = object({ a: value, b: { type: 'integer' } });
    return value;
  }),
  schema('schema-large-counts', 'sends lengths and item counts of a million', () =>
    object(
      {
        a: { type: 'string', minLength: 999_999, maxLength: 1_000_000 },
        b: { type: 'array', items: { type: 'integer' }, minItems: 999_999 },
      },
      { required: ['a', 'b'] },
    ),
  ),
  schema('schema-all-of', 'sends an intersection of 40 patterns', () =>
    object(
      { a: { allOf: Array.from({ length: 40 }, (_, at) => ({ type: 'string', pattern: `^(a|b){${at + 1},100}c*` })) } },
      { required: ['a'] },
    ),
  ),
  schema('pattern-nested-counts', 'sends a pattern whose automaton has millions of states', () =>
    object({ a: { type: 'string', pattern: '^((a|b)*a(a|b){1,200}){1,200}$' } }, { required: ['a'] }),
  ),
  schema('pattern-alternatives', 'sends a pattern of 250 alternatives', () =>
    object(
      { a: { type: 'string', pattern: `^(${Array.from({ length: 250 }, (_, at) => `w${at}.*`).join('|')})$` } },
      { required: ['a'] },
    ),
  ),
  requests('grammar-regex', 'sends a tool with a regular expression of nested repetitions', 4, () =>
    grammarTool('regex', '((a|b)*a(a|b){1,200}){1,200}'),
  ),
  requests('grammar-lark', 'sends a tool with an ambiguous grammar', 4, () =>
    grammarTool('lark', 'start: e\ne: e e | e e e | "a" | "b" e "b"\n'),
  ),
  requests('local-many-tools', 'sends 200 strict tools', 4, () => ({
    path: '/v1/responses',
    body: {
      model: 'local',
      input: 'Hello.',
      max_output_tokens: 32,
      tool_choice: 'required',
      tools: Array.from({ length: 200 }, (_, at) => ({
        type: 'function',
        name: `f${at}`,
        strict: true,
        parameters: object(
          members(10, () => ({ type: 'string' })),
          { required: Object.keys(members(10, () => 0)) },
        ),
      })),
    },
  })),
  requests('local-long-prompts', 'sends prompts of 30 MB', 2, () => ({
    path: '/v1/responses',
    content: Buffer.from(JSON.stringify({ model: 'local', input: 'word '.repeat(6_000_000), max_output_tokens: 8 })),
  })),
  requests('local-full-context', 'sends prompts that fill the context of the model', 8, () => ({
    path: '/v1/responses',
    body: { model: 'local', input: 'word '.repeat(1_200), max_output_tokens: 8 },
  })),
  requests('local-many-requests', 'sends requests for long output, all at once', 30, () => ({
    path: '/v1/responses',
    body: { model: 'local', input: 'Tell a story.', max_output_tokens: 1_000, store: false },
  })),
]);
