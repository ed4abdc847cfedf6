import type { GenerationRequest, JsonObject, JsonValue, ToolDefinition } from '@org/engine';
import { buildRequest, message } from '@org/engine/testing';

import { demoModel, resultOf, textOf } from '../demo.js';

const languageModel = demoModel({ slots: 2, contextLength: 1024 });

const inside = (schema: JsonValue): JsonObject => ({ type: 'object', properties: { a: schema }, required: ['a'] });
const format = (schema: JsonObject): GenerationRequest =>
  buildRequest('Go', {
    outputFormat: { type: 'json-schema', schema, strict: true },
    sampling: { temperature: 0 },
    limits: { maxOutputTokens: 200 },
  });
const custom = (syntax: 'lark' | 'regex', definition: string): GenerationRequest => {
  const tool: ToolDefinition = {
    kind: 'custom',
    name: 'run',
    description: 'Runs it',
    format: { type: 'grammar', syntax, definition },
  };
  return buildRequest('Run it', {
    tools: [tool],
    toolChoice: { type: 'required' },
    sampling: { temperature: 0 },
    limits: { maxOutputTokens: 200 },
  });
};

/** Definitions that each double the size of the previous one. */
function doubled(keyword: 'allOf' | 'anyOf', times: number): JsonObject {
  const steps = Array.from({ length: times }, (_, index): [string, JsonValue] => [
    `s${index + 1}`,
    { [keyword]: [{ $ref: `#/$defs/s${index}` }, { $ref: `#/$defs/s${index}` }] },
  ]);
  return {
    ...inside({ $ref: `#/$defs/s${times}` }),
    $defs: { s0: { type: 'string', maxLength: 3 }, ...Object.fromEntries(steps) },
  };
}

const alike = (name: string): JsonObject => ({
  type: 'object',
  properties: { a: { $ref: '#/$defs/s' }, [name]: { type: 'null' } },
  required: ['a', name],
  additionalProperties: false,
});
const word = `${'a'.repeat(60)}!`;

/** Expensive requests of a few characters. `undefined`: the request still completes. */
const requests: readonly (readonly [string, string | undefined, GenerationRequest])[] = [
  [
    'a pattern that takes very long to reject a listed value',
    'unsupported',
    format(inside({ enum: [word, 'a'], pattern: '^(a+)+$' })),
  ],
  [
    'such a pattern with a format',
    'unsupported',
    format(inside({ type: 'string', format: 'email', pattern: '^(?=a)(([a-zA-Z0-9@.+_-])+)+!$' })),
  ],
  [
    'repetitions of repetitions',
    'unsupported',
    format(inside({ type: 'string', pattern: '^((a{0,30}){0,30}){0,30}$' })),
  ],
  [
    'a pattern that matches in many ways',
    undefined,
    format(inside({ type: 'string', pattern: '^((a|aa|[a-c])+)+$', maxLength: 20 })),
  ],
  ['joined schemas that double', undefined, format(doubled('allOf', 20))],
  ['choices that double', undefined, format(doubled('anyOf', 20))],
  [
    'alternatives that differ only at their ends',
    'unsupported',
    format({ ...inside({ $ref: '#/$defs/s' }), $defs: { s: { anyOf: ['b', 'c', 'd'].map(alike) } } }),
  ],
  [
    'a grammar whose alternatives differ only at the end',
    'unsupported',
    custom('lark', 'start: a | b\na: "x" a "y" | "z"\nb: "x" b "w" | "z"'),
  ],
  ['a run of one letter', 'context-overflow', buildRequest('a'.repeat(60_000))],
  ['a text that is one run in another alphabet', 'context-overflow', buildRequest('漢'.repeat(60_000))],
  ['megabytes without a line', 'context-overflow', buildRequest('a b c '.repeat(1_000_000))],
  [
    'all possible control tokens, after megabytes',
    'context-overflow',
    buildRequest('x'.repeat(4_000_000) + String.fromCharCode(...Array.from({ length: 6_400 }, (_, n) => 0xe000 + n))),
  ],
  ['a regular expression that takes very long', 'unsupported', custom('regex', '((x{0,40}){0,40}){0,40}y')],
];

const wideTools = (count: number, properties: number): readonly ToolDefinition[] =>
  Array.from({ length: count }, (_, index) => ({
    kind: 'function',
    name: `tool_${index}`,
    description: 'Does it',
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: properties }, (_each, at) => [`property_${at}`, { type: 'string' }]),
      ),
    },
  }));
const manyMessages = Array.from({ length: 60_001 }, (_, index) =>
  message(index % 2 === 0 ? 'user' : 'assistant', 'Hi'),
);

describe('a prompt that takes seconds to be written', () => {
  it.each<readonly [string, GenerationRequest]>([
    ['for 77,000 properties of tools', buildRequest('Hi', { tools: wideTools(256, 300) })],
    ['for 60,000 messages', buildRequest('Hi', { messages: manyMessages })],
  ])(
    '%s is rejected, and a later request of another owner completes first',
    async (_name, request) => {
      const ended: string[] = [];
      const hostile = resultOf(languageModel, request, { owner: 'hostile' }).catch(
        (thrown: { readonly code?: string }) => ended.push(String(thrown.code)),
      );
      await resultOf(languageModel, buildRequest('Hello', { limits: { maxOutputTokens: 5 } }), {
        owner: 'neighbour',
      }).then(() => ended.push('neighbour'));
      await hostile;
      expect(ended).toEqual(['neighbour', expect.stringMatching(/^(too-large|context-overflow)$/)]);
    },
    60_000,
  );
});

describe('a request that would keep the model busy', () => {
  it.each(requests)(
    "with %s ends, and another owner's request completes",
    async (_name, code, request) => {
      const neighbour = resultOf(languageModel, buildRequest('Hello', { limits: { maxOutputTokens: 30 } }), {
        owner: 'neighbour',
      });
      const outcome = await resultOf(languageModel, request, { owner: 'hostile' }).then(
        () => undefined,
        (thrown: { readonly code?: string }) => thrown.code,
      );
      expect(textOf(await neighbour)).not.toBe('');
      expect(outcome).toBe(code);
    },
    60_000,
  );

  it('does not end the process of the model', async () => {
    const { pid } = languageModel.state();
    await Promise.allSettled(requests.slice(0, 3).map(([, , request]) => resultOf(languageModel, request)));
    expect(languageModel.state().pid).toBe(pid);
  }, 60_000);
});
