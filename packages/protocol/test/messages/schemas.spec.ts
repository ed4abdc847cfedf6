import { hasResponse, loadFixtures } from '#src/fixtures.js';
import { describeFault } from '#src/schema.js';
import * as messages from '#src/messages.js';
import type { z } from 'zod';
import { tagsIn } from './schema-shape.js';

const minimal = { model: 'm', max_tokens: 1, messages: [{ role: 'user', content: 'Hi.' }] };

function faultOf(schema: z.ZodType, value: unknown): string | undefined {
  const result = schema.safeParse(value);
  return result.success ? undefined : describeFault(result.error, value).message;
}

function requestFault(changes: object): string | undefined {
  return faultOf(messages.messageCreateParamsSchema, { ...minimal, ...changes });
}

function blockFault(block: object, role = 'user'): string | undefined {
  return requestFault({ messages: [{ role, content: [block] }] });
}

describe('a malformed request fails with the path and the rule', () => {
  it.each([
    [{ model: undefined }, 'model: Field required'],
    [{ model: 7 }, 'model: Input should be a string, but got an integer'],
    [{ max_tokens: undefined }, 'max_tokens: Field required'],
    [{ max_tokens: 0 }, 'max_tokens: Input should be greater than or equal to 1'],
    [{ max_tokens: 1.5 }, 'max_tokens: Input should be an integer, but got a number'],
    // What JSON.parse makes of 1e400.
    [{ max_tokens: Infinity }, 'max_tokens: Input should be a number, but got a number out of range'],
    [{ temperature: -Infinity }, 'temperature: Input should be a number, but got a number out of range'],
    [{ max_tokens: '1' }, 'max_tokens: Input should be a number, but got a string'],
    [{ temperature: 1.01 }, 'temperature: Input should be less than or equal to 1'],
    [{ temperature: -0.1 }, 'temperature: Input should be greater than or equal to 0'],
    [{ top_p: 2 }, 'top_p: Input should be less than or equal to 1'],
    [{ top_k: -1 }, 'top_k: Input should be greater than or equal to 0'],
    [{ top_k: 0.5 }, 'top_k: Input should be an integer, but got a number'],
    [{ messages: 'Hi.' }, 'messages: Input should be an array, but got a string'],
    [{ stream: 'yes' }, 'stream: Input should be a boolean, but got a string'],
    [{ stop_sequences: 'END' }, 'stop_sequences: Input should be an array, but got a string'],
    [{ stop_sequences: [1] }, 'stop_sequences.0: Input should be a string, but got an integer'],
    [{ service_tier: 'gold' }, 'service_tier: Input should be "auto" or "standard_only", but got another string'],
    [{ metadata: [] }, 'metadata: Input should be an object, but got an array'],
    [
      { thinking: { type: 'enabled', budget_tokens: 500 } },
      'thinking.budget_tokens: Input should be greater than or equal to 1024',
    ],
    [{ thinking: { type: 'enabled' } }, 'thinking.budget_tokens: Field required'],
    [
      { output_config: { effort: 'heroic' } },
      'output_config.effort: Input should be "low" or "medium" or "high" or "xhigh" or "max", but got another string',
    ],
    [{ output_config: { format: { type: 'json_schema' } } }, 'output_config.format.schema: Field required'],
    [{ tool_choice: { type: 'tool' } }, 'tool_choice.name: Field required'],
    [{ thread: { type: 'continue' } }, 'thread.previous_message_id: Field required'],
    [
      { tools: [{ name: 'a b', input_schema: {} }] },
      "tools.0.name: String should match pattern '/^[a-zA-Z0-9_-]{1,128}$/'",
    ],
    [{ tools: [{ name: 'a' }] }, 'tools.0.input_schema: Field required'],
    [{ tools: [{ name: 'a', input_schema: [] }] }, 'tools.0.input_schema: Input should be an object, but got an array'],
    [
      { tools: [{ type: 'bash_20250124', name: 'sh' }] },
      'tools.0.name: Input should be "bash", but got another string',
    ],
    [{ service_tier: 7 }, 'service_tier: Input should be "auto" or "standard_only", but got an integer'],
    [
      { tool_choice: { type: 'auto', disable_parallel_tool_use: 'no' } },
      'tool_choice.disable_parallel_tool_use: Input should be a boolean, but got a string',
    ],
    [{ thread: { type: 'go' } }, 'thread.type: Input should be "create" or "continue", but got another string'],
  ])('%j', (changes, message) => {
    expect(requestFault(changes)).toBe(message);
  });

  it('rejects an unknown role', () => {
    expect(requestFault({ messages: [{ role: 'robot', content: 'Hi.' }] })).toMatch(/^messages\.0\.role: /);
  });

  it('rejects an unknown tool choice, because treating it as another one would be wrong', () => {
    expect(requestFault({ tool_choice: { type: 'required' } })).toMatch(/^tool_choice\.type: /);
  });

  it.each([
    [{ type: 'text' }, /^messages\.0\.content\.0\.text: Field required/],
    [
      { type: 'image', source: { type: 'base64', media_type: 'image/bmp', data: '' } },
      /^messages\.0\.content\.0\.source\.media_type: /,
    ],
    [{ type: 'image', source: { type: 'url' } }, /^messages\.0\.content\.0\.source\.url: Field required/],
    [{ type: 'tool_result', content: 'x' }, /^messages\.0\.content\.0\.tool_use_id: Field required/],
    [
      { type: 'tool_result', tool_use_id: 't', content: [{ type: 'text' }] },
      /^messages\.0\.content\.0\.content\.0\.text: Field required/,
    ],
    [
      { type: 'tool_use', id: 't', name: 'n', input: 'x' },
      /^messages\.0\.content\.0\.input: Input should be an object, but got a string/,
    ],
    [
      { type: 'document', source: { type: 'text', media_type: 'text/html', data: '' } },
      /^messages\.0\.content\.0\.source\.media_type: /,
    ],
    [
      { type: 'text', text: 'x', cache_control: { type: 'eternal' } },
      /^messages\.0\.content\.0\.cache_control\.type: /,
    ],
    [
      { type: 'text', text: 'x', citations: [{ type: 'char_location', cited_text: 'x' }] },
      /^messages\.0\.content\.0\.citations\.0\./,
    ],
  ])('the block %j', (block, message) => {
    expect(blockFault(block)).toMatch(message);
  });

  it('never repeats a value of the request', () => {
    expect(
      requestFault({ messages: [{ role: 'user', content: [{ type: 'text', text: 5, note: 'secret' }] }], system: 9 }),
    ).not.toMatch(/secret|9/);
  });
});

describe('unknown values pass through', () => {
  it.each([
    [
      'a block in a message',
      { messages: [{ role: 'user', content: [{ type: 'hologram', frames: [1, { a: null }] }] }] },
    ],
    ['a tool', { tools: [{ type: 'telepathy_20301231', range: 3 }] }],
    ['a way of thinking', { thinking: { type: 'dreaming', depth: 2 } }],
    [
      'an image source',
      { messages: [{ role: 'user', content: [{ type: 'image', source: { type: 'satellite', id: 1 } }] }] },
    ],
    ['a field at the top', { option: { a: [1] } }],
  ])('%s', (_, changes) => {
    const request = { ...minimal, ...changes };
    expect(messages.messageCreateParamsSchema.parse(request)).toEqual(request);
  });

  it('preserves unknown blocks, deltas, events and enum values in a response', () => {
    const block = { type: 'hologram', size: 3 };
    expect(messages.contentBlockSchema.parse(block)).toEqual(block);
    expect(messages.contentBlockDeltaSchema.parse({ type: 'hologram_delta', f: 1 })).toEqual({
      type: 'hologram_delta',
      f: 1,
    });
    expect(messages.messageStreamEventSchema.parse({ type: 'later', x: 1 })).toEqual({ type: 'later', x: 1 });
    expect(messages.stopReasonSchema.parse('boredom')).toBe('boredom');
  });

  it('never accepts a known tag as an unknown one', () => {
    expect(messages.contentBlockSchema.safeParse({ type: 'text' }).success).toBe(false);
    expect(messages.toolUnionSchema.safeParse({ type: 'custom', name: 'a' }).success).toBe(false);
    expect(messages.messageStreamEventSchema.safeParse({ type: 'message_start' }).success).toBe(false);
  });
});

describe('tool input and JSON Schemas', () => {
  it('are passed on as the very same value, so that no key and no order is lost', () => {
    const input: unknown = JSON.parse('{"b":1,"a":{"__proto__":2},"__proto__":3}');
    const block = messages.toolUseBlockParamSchema.parse({ type: 'tool_use', id: 't', name: 'n', input });
    expect(block.input).toBe(input);
  });
});

describe('the fixtures', () => {
  const fixtures = loadFixtures('messages');
  const inRequests = new Set(fixtures.flatMap(({ request }) => typesIn(request)));
  const inResponses = new Set(
    fixtures.flatMap((fixture) => (hasResponse(fixture) ? typesIn([fixture.response, fixture.events]) : [])),
  );

  it.each([
    ['request block', messages.contentBlockParamSchema, inRequests],
    ['tool kind', messages.toolUnionSchema, inRequests],
    ['request citation', messages.textCitationParamSchema, inRequests],
    ['way of thinking', messages.thinkingConfigParamSchema, inRequests],
    ['tool choice', messages.toolChoiceSchema, inRequests],
    ['image source', messages.imageSourceSchema, inRequests],
    ['document source', messages.documentSourceSchema, inRequests],
    ['part of a tool result', messages.toolResultContentBlockParamSchema, inRequests],
    ['response block', messages.contentBlockSchema, inResponses],
    ['citation', messages.textCitationSchema, inResponses],
    ['delta', messages.contentBlockDeltaSchema, inResponses],
  ])('has every known %s', (_, schema, seen) => {
    const tags = tagsIn(schema).filter((tag) => !oldNames.has(tag));
    expect(tags.filter((tag) => !seen.has(tag))).toEqual([]);
  });
});

/** Aliases of types that the fixtures contain under the primary name. */
const oldNames = new Set(['tool_search_tool_bm25_20251119']);

function typesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => typesIn(item));
  if (typeof value !== 'object' || value === null) return [];
  const own = 'type' in value && typeof value.type === 'string' ? [value.type] : [];
  return [...own, ...Object.values(value).flatMap((member) => typesIn(member))];
}
